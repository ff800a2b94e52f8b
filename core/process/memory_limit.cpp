#include "core/process/memory_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope::memory {
namespace {

std::atomic<std::size_t> in_use{0};

std::mutex& caches_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::vector<ReclaimableCache*>& keepers() {
  static std::vector<ReclaimableCache*> all;
  return all;
}

/// Adds to what is held if it fits.
bool fits(std::size_t bytes) {
  const std::size_t most = limit();
  std::size_t now = in_use.load();
  do {
    if (bytes > most || now > most - bytes) return false;
  } while (!in_use.compare_exchange_weak(now, now + bytes));
  return true;
}

std::string bytes_in_words(std::size_t bytes) {
  constexpr double gigabyte = 1e9;
  const auto all = static_cast<double>(bytes);
  return all < 0.1 * gigabyte ? fmt::format("{:.3g} MB", all / 1e6) : fmt::format("{:.2f} GB", all / gigabyte);
}

}  // namespace

std::size_t bytes_in(std::string_view text, std::string_view what) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  constexpr std::string_view units = "KMGT";
  if (error == std::errc() && rest + 1 == end && units.find(*rest) != std::string_view::npos) {
    for (std::size_t i = 0; i <= units.find(*rest); ++i) value *= 1024;
  } else if (error != std::errc() || rest != end) {
    value = 0;
  }
  if (!(value >= 1 && value < 0x1p62)) {
    throw BadInput(
        fmt::format("{}: {} is not a number of bytes (for example 1500000000, 1500M or 1.5G)", what, quote(text)));
  }
  return static_cast<std::size_t>(value);
}

std::size_t limit() {
  static const std::size_t most = [] {
    const char* chosen = std::getenv(limit_variable);
    return chosen != nullptr && *chosen != '\0' ? bytes_in(chosen, limit_variable) : available() / 5 * 4;
  }();
  return most;
}

std::size_t held() {
  return in_use.load();
}

void take(std::size_t bytes) {
  if (fits(bytes)) return;
  give_back_idle();
  if (fits(bytes)) return;
  throw BadInput(
      fmt::format("memory: {} more are needed, and {} of at most {} are in use (--memory-limit or {} sets the "
                  "limit)",
                  bytes_in_words(bytes), bytes_in_words(held()), bytes_in_words(limit()), limit_variable));
}

void give_back(std::size_t bytes) noexcept {
  in_use -= bytes;
}

Hold::Hold(std::size_t bytes) {
  take(bytes);
  bytes_ = bytes;
}

Hold::~Hold() {
  give_back(bytes_);
}

Hold::Hold(Hold&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}

Hold& Hold::operator=(Hold&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

ReclaimableCache::ReclaimableCache(std::function<void()> give_back) : give_back_(std::move(give_back)) {
  const std::lock_guard lock(caches_mutex());
  keepers().push_back(this);
}

ReclaimableCache::~ReclaimableCache() {
  const std::lock_guard lock(caches_mutex());
  std::erase(keepers(), this);
}

void give_back_idle() {
  const std::lock_guard lock(caches_mutex());
  for (const ReclaimableCache* each : keepers()) each->give_back_();
}

}  // namespace heteroscope::memory
