#include "core/device/cpu/cpu_caches.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <fstream>
#include <set>
#include <string>

namespace heteroscope {

namespace {

constexpr std::size_t line = 64;

/// "32768K", "32M".
std::size_t bytes_in(const std::string& text) {
  std::size_t number = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    number = 10 * number + static_cast<std::size_t>(text[at] - '0');
  const char unit = at < text.size() ? text[at] : ' ';
  return unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : number;
}

std::string first_word(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string out;
  file >> out;
  return out;
}

/// A cache of one of the CPUs.
struct Cache {
  int level = 0;
  std::size_t bytes = 0;
  std::string shared_by;  ///< the CPUs that have it in common
};

/// That of the highest level; of level 0: there is none.
Cache last_of(const std::filesystem::path& cpu) {
  Cache out;
  for (int index = 0;; ++index) {
    const std::filesystem::path folder = cpu / "cache" / fmt::format("index{}", index);
    const std::string level = first_word(folder / "level");
    if (level.empty()) return out;
    if (const int number = level.front() - '0'; number > out.level)
      out = {number, bytes_in(first_word(folder / "size")), first_word(folder / "shared_cpu_list")};
  }
}

}  // namespace

std::size_t last_level_bytes(const std::filesystem::path& cpus) {
  constexpr std::size_t more_than_most = std::size_t{128} << 20;
  std::set<std::string> known;
  std::size_t out = 0;
  for (int cpu = 0;; ++cpu) {
    const Cache cache = last_of(cpus / fmt::format("cpu{}", cpu));
    if (cache.level == 0) break;
    if (known.insert(cache.shared_by).second) out += cache.bytes;
  }
  return out > 0 ? out : more_than_most;
}

std::size_t bytes_to_evict() {
  static const std::size_t bytes = 2 * last_level_bytes();
  return bytes;
}

void evict_caches(std::span<std::byte> memory) {
  const auto lines = static_cast<std::int64_t>(memory.size() / line);
#pragma omp parallel for num_threads(omp_get_num_procs()) schedule(static)
  for (std::int64_t i = 0; i < lines; ++i) {
    std::byte& first = memory[static_cast<std::size_t>(i) * line];
    first = static_cast<std::byte>(static_cast<unsigned>(first) + 1U);
  }
}

}  // namespace heteroscope
