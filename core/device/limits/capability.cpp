#include "core/device/limits/capability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace heteroscope::device {

namespace {

constexpr std::size_t kib = 1024;

/// The limits of a capability. `reserves`: from 8.0 on each block takes 1 KiB of shared memory for the system's own
/// use.
constexpr MultiprocessorLimits limits(int threads, int blocks, std::size_t shared_kib, bool reserves) {
  return {.threads = threads,
          .blocks = blocks,
          .registers = 65536,
          .shared_bytes = shared_kib * kib,
          .reserved_shared = reserves ? kib : 0,
          .shared_unit = reserves ? 128U : 256U};
}

constexpr CapabilityFacts known[] = {
    {{5, 0}, 128, 32, limits(2048, 32, 64, false), 48 * kib},
    {{5, 2}, 128, 32, limits(2048, 32, 96, false), 48 * kib},
    {{5, 3}, 128, 32, limits(2048, 32, 64, false), 48 * kib},
    {{6, 0}, 64, 2, limits(2048, 32, 64, false), 48 * kib},
    {{6, 1}, 128, 32, limits(2048, 32, 96, false), 48 * kib},
    {{6, 2}, 128, 32, limits(2048, 32, 64, false), 48 * kib},
    {{7, 0}, 64, 2, limits(2048, 32, 96, false), 96 * kib},
    {{7, 2}, 64, 2, limits(2048, 32, 96, false), 96 * kib},
    {{7, 5}, 64, 32, limits(1024, 16, 64, false), 64 * kib},
    {{8, 0}, 64, 2, limits(2048, 32, 164, true), 163 * kib},
    {{8, 6}, 128, 64, limits(1536, 16, 100, true), 99 * kib},
    {{8, 7}, 128, 64, limits(1536, 16, 164, true), 163 * kib},
    {{8, 9}, 128, 64, limits(1536, 24, 100, true), 99 * kib},
    {{9, 0}, 128, 2, limits(2048, 32, 228, true), 227 * kib, true},
    {{10, 0}, 128, 2, limits(2048, 32, 228, true), 227 * kib, true},
    {{10, 3}, 128, 64, limits(2048, 32, 228, true), 227 * kib, true},
    {{12, 0}, 128, 64, limits(1536, 24, 100, true), 99 * kib, true},
};

}  // namespace

std::string text(Capability capability) {
  return fmt::format("{}.{}", capability.major, capability.minor);
}

std::optional<Capability> capability_in(std::string_view words) {
  Capability out;
  const char* const end = words.data() + words.size();
  const auto major = std::from_chars(words.data(), end, out.major);
  if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, out.minor);
  // neither "08.6" nor "8.-0"
  const bool as_written =
      minor.ec == std::errc{} && out.major > 0 && out.minor >= 0 && out.minor < 10 && text(out) == words;
  return as_written ? std::optional(out) : std::nullopt;
}

std::span<const CapabilityFacts> known_capabilities() {
  return known;
}

const CapabilityFacts* find_capability(Capability capability) {
  const auto found = std::ranges::find(known, capability, &CapabilityFacts::of);
  return found == std::end(known) ? nullptr : &*found;
}

}  // namespace heteroscope::device
