/* Makes Cairo, Pango, GLib and libpng load on the first call of any of them, as they
 * load some forty further libraries.  The compiler includes this file first in all
 * sources that draw (Makefile.am), if configure found the name of the library.
 * Functions not listed here are linked as usual and loaded at program start. */
#ifndef MG_LATE_H
#define MG_LATE_H

#include "config.h"
#include "base/library.h"

#include <cairo-pdf.h>
#include <glib-object.h>
#include <pango/pangocairo.h>
#include <png.h>

/* The address of the function at a place.  Functions of libmgnn-draw, and programs
 * before they draw, load the library first (mg_drawing_load).  If that was not done,
 * this call loads it; if loading fails, the program ends with a message. */
void *mg_draw_find(const mg_late *place);

#define MG_DRAW(name) \
  (*(__typeof__(&name))mg_draw_find(MG_LATE_PLACE(DRAW_LIBRARY, name)))

#define cairo_arc MG_DRAW(cairo_arc)
#define cairo_close_path MG_DRAW(cairo_close_path)
#define cairo_create MG_DRAW(cairo_create)
#define cairo_curve_to MG_DRAW(cairo_curve_to)
#define cairo_destroy MG_DRAW(cairo_destroy)
#define cairo_fill MG_DRAW(cairo_fill)
#define cairo_fill_preserve MG_DRAW(cairo_fill_preserve)
#define cairo_font_options_create MG_DRAW(cairo_font_options_create)
#define cairo_font_options_destroy MG_DRAW(cairo_font_options_destroy)
#define cairo_font_options_set_antialias MG_DRAW(cairo_font_options_set_antialias)
#define cairo_font_options_set_hint_metrics MG_DRAW(cairo_font_options_set_hint_metrics)
#define cairo_font_options_set_hint_style MG_DRAW(cairo_font_options_set_hint_style)
#define cairo_get_current_point MG_DRAW(cairo_get_current_point)
#define cairo_get_target MG_DRAW(cairo_get_target)
#define cairo_image_surface_create MG_DRAW(cairo_image_surface_create)
#define cairo_image_surface_get_data MG_DRAW(cairo_image_surface_get_data)
#define cairo_image_surface_get_format MG_DRAW(cairo_image_surface_get_format)
#define cairo_image_surface_get_height MG_DRAW(cairo_image_surface_get_height)
#define cairo_image_surface_get_stride MG_DRAW(cairo_image_surface_get_stride)
#define cairo_image_surface_get_width MG_DRAW(cairo_image_surface_get_width)
#define cairo_line_to MG_DRAW(cairo_line_to)
#define cairo_move_to MG_DRAW(cairo_move_to)
#define cairo_new_path MG_DRAW(cairo_new_path)
#define cairo_new_sub_path MG_DRAW(cairo_new_sub_path)
#define cairo_paint MG_DRAW(cairo_paint)
#define cairo_pdf_surface_create_for_stream MG_DRAW(cairo_pdf_surface_create_for_stream)
#define cairo_pdf_surface_set_metadata MG_DRAW(cairo_pdf_surface_set_metadata)
#define cairo_rectangle MG_DRAW(cairo_rectangle)
#define cairo_restore MG_DRAW(cairo_restore)
#define cairo_save MG_DRAW(cairo_save)
#define cairo_scale MG_DRAW(cairo_scale)
#define cairo_scaled_font_status MG_DRAW(cairo_scaled_font_status)
#define cairo_set_dash MG_DRAW(cairo_set_dash)
#define cairo_set_line_join MG_DRAW(cairo_set_line_join)
#define cairo_set_line_width MG_DRAW(cairo_set_line_width)
#define cairo_set_source_rgba MG_DRAW(cairo_set_source_rgba)
#define cairo_status MG_DRAW(cairo_status)
#define cairo_status_to_string MG_DRAW(cairo_status_to_string)
#define cairo_stroke MG_DRAW(cairo_stroke)
#define cairo_surface_destroy MG_DRAW(cairo_surface_destroy)
#define cairo_surface_finish MG_DRAW(cairo_surface_finish)
#define cairo_surface_flush MG_DRAW(cairo_surface_flush)
#define cairo_surface_get_type MG_DRAW(cairo_surface_get_type)
#define cairo_surface_mark_dirty MG_DRAW(cairo_surface_mark_dirty)
#define cairo_surface_status MG_DRAW(cairo_surface_status)
#define cairo_translate MG_DRAW(cairo_translate)
#define g_ascii_formatd MG_DRAW(g_ascii_formatd)
#define g_ascii_strcasecmp MG_DRAW(g_ascii_strcasecmp)
#define g_ascii_strtod MG_DRAW(g_ascii_strtod)
#define g_ascii_xdigit_value MG_DRAW(g_ascii_xdigit_value)
#define g_base64_encode MG_DRAW(g_base64_encode)
#undef g_free
#define g_free MG_DRAW(g_free)
#define g_object_unref MG_DRAW(g_object_unref)
#define g_str_is_ascii MG_DRAW(g_str_is_ascii)
#define g_type_check_instance_cast MG_DRAW(g_type_check_instance_cast)
#define g_utf8_get_char MG_DRAW(g_utf8_get_char)
#define pango_cairo_context_set_font_options MG_DRAW(pango_cairo_context_set_font_options)
#define pango_cairo_font_get_scaled_font MG_DRAW(pango_cairo_font_get_scaled_font)
#define pango_cairo_font_get_type MG_DRAW(pango_cairo_font_get_type)
#define pango_cairo_font_map_new MG_DRAW(pango_cairo_font_map_new)
#define pango_cairo_layout_path MG_DRAW(pango_cairo_layout_path)
#define pango_cairo_show_layout MG_DRAW(pango_cairo_show_layout)
#define pango_cairo_update_context MG_DRAW(pango_cairo_update_context)
#define pango_color_parse MG_DRAW(pango_color_parse)
#define pango_context_load_font MG_DRAW(pango_context_load_font)
#define pango_context_set_round_glyph_positions MG_DRAW(pango_context_set_round_glyph_positions)
#define pango_font_describe MG_DRAW(pango_font_describe)
#define pango_font_description_free MG_DRAW(pango_font_description_free)
#define pango_font_description_from_string MG_DRAW(pango_font_description_from_string)
#define pango_font_description_get_family MG_DRAW(pango_font_description_get_family)
#define pango_font_description_set_absolute_size MG_DRAW(pango_font_description_set_absolute_size)
#define pango_font_map_create_context MG_DRAW(pango_font_map_create_context)
#define pango_layout_get_baseline MG_DRAW(pango_layout_get_baseline)
#define pango_layout_get_line_readonly MG_DRAW(pango_layout_get_line_readonly)
#define pango_layout_get_size MG_DRAW(pango_layout_get_size)
#define pango_layout_get_unknown_glyphs_count MG_DRAW(pango_layout_get_unknown_glyphs_count)
#define pango_layout_new MG_DRAW(pango_layout_new)
#define pango_layout_set_auto_dir MG_DRAW(pango_layout_set_auto_dir)
#define pango_layout_set_font_description MG_DRAW(pango_layout_set_font_description)
#define pango_layout_set_single_paragraph_mode MG_DRAW(pango_layout_set_single_paragraph_mode)
#define pango_layout_set_text MG_DRAW(pango_layout_set_text)
#define png_create_info_struct MG_DRAW(png_create_info_struct)
#define png_create_write_struct MG_DRAW(png_create_write_struct)
#define png_destroy_write_struct MG_DRAW(png_destroy_write_struct)
#define png_get_error_ptr MG_DRAW(png_get_error_ptr)
#define png_init_io MG_DRAW(png_init_io)
#define png_longjmp MG_DRAW(png_longjmp)
#define png_set_IHDR MG_DRAW(png_set_IHDR)
#define png_set_compression_level MG_DRAW(png_set_compression_level)
#define png_set_filter MG_DRAW(png_set_filter)
#define png_set_longjmp_fn MG_DRAW(png_set_longjmp_fn)
#define png_set_pHYs MG_DRAW(png_set_pHYs)
#define png_set_sRGB MG_DRAW(png_set_sRGB)
#define png_set_text MG_DRAW(png_set_text)
#define png_write_end MG_DRAW(png_write_end)
#define png_write_info MG_DRAW(png_write_info)
#define png_write_row MG_DRAW(png_write_row)

#endif
