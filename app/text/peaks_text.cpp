#include "app/text/peaks_text.hpp"

#include <fmt/format.h>

#include "app/text/format.hpp"

namespace heteroscope {

PeakTexts peak_texts(const device::Facts& gpu) {
  constexpr double flop_of_fma = 2;
  constexpr const char* unknown = "unknown";
  const device::Peaks peaks = device::peaks_of(gpu);
  const auto flop = [](const std::optional<double>& fma_per_s) {
    return fma_per_s ? format_si(flop_of_fma * *fma_per_s, "flop/s") : unknown;
  };
  return {.fp32 = flop(peaks.fp32_fma_per_s),
          .fp64 = flop(peaks.fp64_fma_per_s),
          .ratio = peaks.fp32_per_fp64 ? fmt::format("{} : 1", *peaks.fp32_per_fp64) : unknown,
          .bus = peaks.bus_bytes_per_s ? format_si(*peaks.bus_bytes_per_s, "B/s") : unknown};
}

}  // namespace heteroscope
