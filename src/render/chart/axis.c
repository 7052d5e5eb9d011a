/* Chooses ticks at round numbers: 1, 2 or 5 times a power of 10 apart, whichever comes
 * nearest to the requested number of ticks. */
#include "axis.h"

#include <float.h>
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 10^k, as exact as possible for small |k|. */
static double
power(int k)
{
  return k >= 0 ? pow(10, k) : 1 / pow(10, -k);
}

/* The step of 1, 2 or 5 times a power of 10 nearest to `raw`, by ratio. */
static double
round_step(double raw)
{
  int k = (int)floor(log10(raw));
  double unit = power(k), rest = raw / unit;

  return unit * (rest < sqrt(2) ? 1 : rest < sqrt(10) ? 2
                 : rest < sqrt(50) ? 5 : 10);
}

/* k * step, without the rounding error of steps below 1, such as .1. */
static double
multiple(double k, double step)
{
  double inverse = 1 / step, whole = floor(inverse + 0.5);

  return step < 1 && fabs(inverse - whole) < 1e-6 * whole ? k / whole
                                                          : k * step;
}

static void
clean(double *low, double *high)
{
  if (!isfinite(*low))
    *low = 0;
  if (!isfinite(*high))
    *high = 0;
  if (*low > *high) {
    double swap = *low;

    *low = *high;
    *high = swap;
  }
}

void
mg_axis_linear(mg_axis *axis, double low, double high, size_t about, int round)
{
  double first, last, slack;

  memset(axis, 0, sizeof *axis);
  clean(&low, &high);
  if (!(high - low > 1e-12 * fmax(fabs(low), fabs(high)))) {
    double half = low != 0 ? 0.1 * fabs(low) : 0.5;

    low -= half;
    high += half;
  }
  axis->step = round_step((high - low) / (double)(about > 1 ? about : 2));
  slack = 1e-6;                /* of a step */
  first = round ? floor(low / axis->step + slack)
                : ceil(low / axis->step - slack);
  last = round ? ceil(high / axis->step - slack)
               : floor(high / axis->step + slack);
  axis->low = round ? fmin(multiple(first, axis->step), low) : low;
  axis->high = round ? fmax(multiple(last, axis->step), high) : high;
  for (double k = first; k <= last && axis->count < MG_TICKS_MAX; k++)
    axis->tick[axis->count++] = multiple(k, axis->step);
}

/* Set the ticks of a short logarithmic axis: 1, 2 and 5 times a power. */
static void
ticks_between(mg_axis *axis, int first, int last)
{
  static const double times[] = { 1, 2, 5 };

  axis->count = 0;
  for (int k = first; k <= last; k++)
    for (int t = 0; t < 3; t++) {
      double x = times[t] * power(k);

      if (x >= axis->low * (1 - 1e-9) && x <= axis->high * (1 + 1e-9)
          && axis->count < MG_TICKS_MAX)
        axis->tick[axis->count++] = x;
    }
}

static int
is_tick(const mg_axis *axis, double x)
{
  for (size_t k = 0; k < axis->count; k++)
    if (fabs(axis->tick[k] - x) <= 1e-9 * x)
      return 1;
  return 0;
}

void
mg_axis_log(mg_axis *axis, double low, double high, size_t about, int round)
{
  static const int lots[] = { 1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 1000 };
  int first, last, every, lot = 0;

  clean(&low, &high);
  low = fmax(low, DBL_MIN);
  high = fmax(high, DBL_MIN);
  if (!(high > 1.01 * low)) {
    low /= 1.5;
    high *= 1.5;
  }
  first = (int)floor(log10(low) + 1e-9);
  last = (int)ceil(log10(high) - 1e-9);
  if (high < 3 * low) {        /* a small part of a decade: linear ticks */
    mg_axis_linear(axis, low, high, about, round);
    axis->low = fmax(axis->low, low / 2);
    axis->log = 1;
    while (axis->count > 0 && axis->tick[0] < axis->low)
      memmove(axis->tick, axis->tick + 1, --axis->count * sizeof *axis->tick);
    return;
  }
  memset(axis, 0, sizeof *axis);
  axis->log = 1;
  while ((double)(last - first) / lots[lot]
         > 1.5 * (double)(about > 1 ? about : 2))
    lot++;
  every = lots[lot];
  axis->low = round && last - first > 2 ? power(first) : low;
  axis->high = round && last - first > 2 ? power(last) : high;
  axis->step = 10;
  for (int k = first; k <= last; k++)
    if (k % every == 0 && power(k) >= axis->low * (1 - 1e-9)
        && power(k) <= axis->high * (1 + 1e-9) && axis->count < MG_TICKS_MAX)
      axis->tick[axis->count++] = power(k);
  if (axis->count < 3 && every == 1)
    ticks_between(axis, first, last);
  /* Minor ticks: 2 to 9 times each power if every power has a tick, else the powers. */
  for (int k = first; k <= last; k++)
    for (int t = 1; t <= (every == 1 ? 9 : 1); t++) {
      double x = t * power(k);

      if (x > axis->low && x < axis->high && !is_tick(axis, x)
          && axis->minor_count < MG_MINOR_MAX)
        axis->minor[axis->minor_count++] = x;
    }
}

double
mg_axis_at(const mg_axis *axis, double x)
{
  if (axis->log)
    return (log(fmax(x, DBL_MIN)) - log(axis->low))
           / (log(axis->high) - log(axis->low));
  return (x - axis->low) / (axis->high - axis->low);
}

/* Append a text, as far as it fits. */
static void
append(char *out, const char *text)
{
  size_t used = strlen(out);

  snprintf(out + used, MG_TICK_TEXT - used, "%s", text);
}

/* Append "10" with a raised exponent. */
static void
append_power(char *out, int k)
{
  static const char *const raised[] = { "\u2070", "\u00b9", "\u00b2", "\u00b3",
                                        "\u2074", "\u2075", "\u2076", "\u2077",
                                        "\u2078", "\u2079" };
  char digits[12];

  append(out, k < 0 ? "10\u207b" : "10");
  snprintf(digits, sizeof digits, "%d", abs(k));
  for (const char *d = digits; *d != '\0'; d++)
    append(out, raised[*d - '0']);
}

/* Append a number of few digits with the decimals of the step, and with a true minus
 * sign. */
static void
append_plain(char *out, double x, int decimals)
{
  char form[8], text[G_ASCII_DTOSTR_BUF_SIZE];

  snprintf(form, sizeof form, "%%.%df", decimals);
  g_ascii_formatd(text, sizeof text, form, fabs(x));
  if (x < 0 && strspn(text, "0.") < strlen(text))
    append(out, "\u2212");
  append(out, text);
}

/* The number of decimals of a positive number with one significant digit. */
static int
decimals_of(double step)
{
  int k = (int)floor(log10(step) + 1e-9);

  return k < -9 ? 9 : k < 0 ? -k : 0;
}

void
mg_axis_text(const mg_axis *axis, size_t k, char out[MG_TICK_TEXT])
{
  double x = axis->tick[k], most = fmax(fabs(axis->low), fabs(axis->high));
  int powers = axis->log && axis->step >= 10;
  double size = powers ? fabs(x) : most, step = powers ? fabs(x) : axis->step;
  int e = (int)floor(log10(size) + 1e-9);

  out[0] = '\0';
  if (powers && axis->tick[axis->count - 1] >= 1e3 * axis->tick[0])
    append_power(out, e);      /* a long axis: all ticks as powers */
  else if (x == 0)
    append(out, "0");
  else if (size >= 1e5 || size < 1e-3) {
    double part = x / power(e);

    if (fabs(part - 1) > 1e-9) {
      append_plain(out, part, powers ? 0
                   : decimals_of(step / power(e) * (1 + 1e-9)));
      append(out, "\u00b7");
    }
    append_power(out, e);
  } else
    append_plain(out, x, decimals_of(step));
}
