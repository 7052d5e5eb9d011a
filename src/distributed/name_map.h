/* Maps names of nodes (numbers in the whole graph) to their numbers on this rank. */
#ifndef MG_NAME_MAP_H
#define MG_NAME_MAP_H

#include "base/mem.h"

#include <stdint.h>
#include <string.h>

#define MG_ABSENT 4294967295u

/* If the names lie close together, as in blocks, a table of all names from the
 * first to the last; else a hash table with open addressing.  Free places have
 * the number MG_ABSENT.  A zeroed map can be freed. */
typedef struct {
  unsigned *name;              /* NULL: name x is at place x - first */
  unsigned *number;
  size_t size;                 /* places; a power of two in a hash table */
  unsigned first;
} mg_name_map;

/* Make an empty hash table for up to `most` arbitrary names. */
static inline mgnn_status
mg_name_map_init(mg_name_map *map, size_t most, mgnn_error *err)
{
  for (map->size = 16; map->size < most + most / 2;)
    map->size *= 2;
  PASS(mg_allocated(map->name = mg_alloc_large(map->size, sizeof *map->name), err));
  PASS(mg_allocated(map->number = mg_alloc_large(map->size, sizeof *map->number), err));
  memset(map->number, 0xff, map->size * sizeof *map->number);
  return MGNN_OK;
}

static inline void
mg_name_map_free(mg_name_map *map)
{
  mg_free(map->name);
  mg_free(map->number);
  memset(map, 0, sizeof *map);
}

/* The place of a name, or the free one where it belongs; map->size: no place for it. */
static inline size_t
mg_name_place(const mg_name_map *map, unsigned name)
{
  size_t at = name - (size_t)map->first;

  if (map->name == NULL)
    return name >= map->first && at < map->size ? at : map->size;
  at = ((uint64_t)name * 0x9e3779b1u >> 7) & (map->size - 1);
  while (map->number[at] != MG_ABSENT && map->name[at] != name)
    at = (at + 1) & (map->size - 1);
  return at;
}

/* The number of a name, or MG_ABSENT. */
static inline unsigned
mg_name_find(const mg_name_map *map, unsigned name)
{
  size_t at = mg_name_place(map, name);

  return at < map->size ? map->number[at] : MG_ABSENT;
}

/* Enter a name, or change its number. */
static inline void
mg_name_put(mg_name_map *map, unsigned name, unsigned number)
{
  size_t at = mg_name_place(map, name);

  if (map->name != NULL)
    map->name[at] = name;
  map->number[at] = number;
}

/* Make a map that numbers the names of an array 0, 1, ... */
static inline mgnn_status
mg_name_map_make(mg_name_map *map, size_t count, const unsigned *name, mgnn_error *err)
{
  enum { PLACES_PER_NAME = 3 };        /* about the memory of a hash table */
  unsigned least = count > 0 ? name[0] : 0, most = least;

  for (size_t i = 0; i < count; i++) {
    least = name[i] < least ? name[i] : least;
    most = name[i] > most ? name[i] : most;
  }
  if ((most - least) / PLACES_PER_NAME < count) {
    map->first = least;
    map->size = (size_t)(most - least) + 1;
    map->number = mg_alloc_large(map->size, sizeof *map->number);
    PASS(mg_allocated(map->number, err));
    memset(map->number, 0xff, map->size * sizeof *map->number);
  } else
    PASS(mg_name_map_init(map, count, err));
  for (size_t i = 0; i < count; i++)
    mg_name_put(map, name[i], (unsigned)i);
  return MGNN_OK;
}

#endif
