#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "tests/fuzz/fuzz.hpp"

// Runs a fuzz target over its seeds and some thousand mutations of them, the same ones every time. Where clang is
// there, libFuzzer does more with the same target; this needs no more than a compiler.
//
//   PROGRAM [ROUNDS]              all seeds, then that many mutations
//   PROGRAM --round N             that one alone, which is also left in the file round-N
//   PROGRAM --write-seeds FOLDER  the seeds as files: a corpus for libFuzzer
//   PROGRAM FILE...               these files
namespace heteroscope::testing {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int default_rounds = 300000;
constexpr std::size_t longest_input = std::size_t{1} << 16;
constexpr long most_resident_kib = 1L << 20;

volatile std::sig_atomic_t current_round = -1;

extern "C" void name_round(int signal) {
  // Only what a signal handler may do.
  std::signal(signal, SIG_DFL);
  char digits[16];
  int count = 0;
  for (int n = current_round; n > 0 || count == 0; n /= 10) digits[count++] = static_cast<char>('0' + n % 10);
  std::fputs("in round ", stderr);
  while (count > 0) std::fputc(digits[--count], stderr);
  std::fputs("\n", stderr);
  std::raise(signal);
}

void run(const Bytes& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// Changes that a damaged, cut or lying file could have.
class Mutator {
 public:
  Mutator(const std::vector<Bytes>& seeds, int round) : seeds_(seeds), random_(static_cast<unsigned>(round)) {}

  Bytes make() {
    Bytes out = seeds_[below(seeds_.size())];
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(out);
    if (out.size() > longest_input) out.resize(longest_input);
    return out;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  static auto place(Bytes& out, std::size_t at) { return out.begin() + static_cast<std::ptrdiff_t>(at); }
  /// Most of what a file claims stands near its beginning.
  std::size_t somewhere(const Bytes& out) {
    return below(below(2) == 0 ? std::min<std::size_t>(out.size(), 64) : out.size());
  }

  void change(Bytes& out) {
    if (out.empty()) return;
    const std::size_t at = somewhere(out);
    const std::size_t length = std::min(out.size() - at, 1 + below(below(4) == 0 ? 256 : 8));
    switch (below(8)) {
      case 0:
        out[at] ^= static_cast<std::byte>(1u << below(8));
        break;
      case 1:
        out[at] = static_cast<std::byte>(random_() & 255u);
        break;
      case 2:
        out.resize(at);
        break;
      case 3:
        out.erase(place(out, at), place(out, at + length));
        break;
      case 4: {  // a piece a second time
        const Bytes piece(place(out, at), place(out, at + length));
        out.insert(place(out, below(out.size())), piece.begin(), piece.end());
        break;
      }
      case 5: {  // a piece of another seed
        const Bytes& other = seeds_[below(seeds_.size())];
        const std::size_t from = below(other.size());
        const std::size_t count = std::min(other.size() - from, length);
        out.insert(place(out, at), other.begin() + static_cast<std::ptrdiff_t>(from),
                   other.begin() + static_cast<std::ptrdiff_t>(from + count));
        break;
      }
      case 6:
        write_number(out, at);
        break;
      default:
        out.insert(place(out, at), length, static_cast<std::byte>(random_() & 255u));
        break;
    }
  }

  /// A length or a size, of two or four bytes in either order.
  void write_number(Bytes& out, std::size_t at) {
    constexpr std::uint32_t numbers[] = {0,          1,          2,          7,          127,        128,
                                         255,        256,        32767,      32768,      65535,      65536,
                                         65537,      0x00ffffff, 0x01000000, 16384,      100000,     40000,
                                         0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x40000000, 9};
    const std::uint32_t number = numbers[below(std::size(numbers))];
    const std::size_t bytes = below(2) == 0 ? 2 : 4;
    const bool big = below(2) == 0;
    for (std::size_t i = 0; i < bytes && at + i < out.size(); ++i) {
      out[at + i] = static_cast<std::byte>(number >> 8 * (big ? bytes - 1 - i : i) & 255u);
    }
  }

  const std::vector<Bytes>& seeds_;
  std::mt19937 random_;
};

void write(const std::filesystem::path& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

Bytes read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

int main_of(const std::vector<std::string>& words) {
  const std::vector<Bytes> seeds = fuzz_seeds();
  if (words.size() == 2 && words[0] == "--write-seeds") {
    for (std::size_t i = 0; i < seeds.size(); ++i) write(std::filesystem::path(words[1]) / std::to_string(i), seeds[i]);
    return 0;
  }
  if (words.size() == 2 && words[0] == "--round") {
    const Bytes input = Mutator(seeds, std::stoi(words[1])).make();
    write("round-" + words[1], input);
    run(input);
    return 0;
  }
  const bool rounds_given = words.size() == 1 && words[0].find_first_not_of("0123456789") == std::string::npos;
  if (!words.empty() && !rounds_given) {
    for (const std::string& word : words) run(read(word));
    return 0;
  }
  for (const Bytes& seed : seeds) run(seed);
  const int rounds = rounds_given ? std::stoi(words[0]) : default_rounds;
  for (int round = 0; round < rounds; ++round) {
    current_round = round;
    run(Mutator(seeds, round).make());
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("%zu seeds, %d mutations, at most %ld MiB\n", seeds.size(), rounds, usage.ru_maxrss / 1024);
  if (usage.ru_maxrss <= most_resident_kib) return 0;
  std::fputs("too much memory for such small files\n", stderr);
  return 1;
}

}  // namespace
}  // namespace heteroscope::testing

int main(int count, char** words) {
  std::signal(SIGABRT, heteroscope::testing::name_round);
  std::signal(SIGSEGV, heteroscope::testing::name_round);
  return heteroscope::testing::main_of({words + 1, words + count});
}
