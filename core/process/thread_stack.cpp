#include "core/process/thread_stack.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t kib = 1024;

/// A size as OpenMP reads it: a number, KiB unless B, K, M or G follows. None of what it does not read.
std::optional<std::size_t> stack_bytes_in(std::string_view text) {
  const auto skip_spaces = [&] {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  };
  skip_spaces();
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  skip_spaces();
  std::size_t unit = kib;
  if (!text.empty()) {
    switch (std::toupper(static_cast<unsigned char>(text.front()))) {
      case 'B':
        unit = 1;
        break;
      case 'K':
        break;
      case 'M':
        unit = kib * kib;
        break;
      case 'G':
        unit = kib * kib * kib;
        break;
      default:
        return {};
    }
    text.remove_prefix(1);
    skip_spaces();
  }
  if (!text.empty()) return {};
  return number * unit;
}

/// The bytes on a thread's stack before its first function begins: the thread-local variables of the program and its
/// libraries, and what the C library keeps.
std::size_t taken_at_start() {
  std::size_t taken = 0;
  std::thread([&] {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* lowest = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
      const auto* here = static_cast<const char*>(__builtin_frame_address(0));
      taken = static_cast<std::size_t>(static_cast<const char*>(lowest) + size - here);
    }
    pthread_attr_destroy(&attributes);
  }).join();
  return taken;
}

std::size_t needed() {
  constexpr std::size_t own = 5 * kib;   // the deepest variant's functions (4.3 KiB with GCC 12 for AVX-512)
  constexpr std::size_t step = 4 * kib;  // in which the C library rounds stacks
  const auto registers = static_cast<std::size_t>(sysconf(_SC_MINSIGSTKSZ));
  return ceil_div(taken_at_start() + registers + own, step) * step;
}

}  // namespace

void check_thread_stacks() {
  const char* asked = std::getenv("OMP_STACKSIZE");
  if (asked == nullptr) return;
  const std::optional<std::size_t> bytes = stack_bytes_in(asked);
  if (!bytes || *bytes < static_cast<std::size_t>(PTHREAD_STACK_MIN)) return;
  if (const std::size_t least = needed(); *bytes < least) {
    throw BadInput(fmt::format("OMP_STACKSIZE={}: threads need at least {} KiB of stack here (OMP_STACKSIZE={})", asked,
                               least / kib, least / kib));
  }
}

}  // namespace heteroscope
