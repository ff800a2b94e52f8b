#pragma once

#include <algorithm>
#include <cstring>

#include "core/io/png/png.hpp"
#include "tests/command/stopped_program.hpp"
#include "tests/json.hpp"
#include "tests/read_tiff.hpp"

namespace heteroscope::testing {

/// Runs that make posters.
class PosterProgram : public StoppedProgram {
 protected:
  static constexpr const char* map = "render mandelbrot --scene seahorses --processor cpu --size ";

  void expect_same(const std::string& one, const std::string& other) const {
    EXPECT_TRUE(read_text(file(one)) == read_text(file(other))) << one << " and " << other << " differ";
  }
  void expect_nothing_unfinished(const std::string& out) const {
    EXPECT_FALSE(std::filesystem::exists(file(out + ".unfinished")));
    EXPECT_FALSE(std::filesystem::exists(file(out + ".unfinished.json")));
  }
  /// How many pieces of it are kept.
  [[nodiscard]] std::int64_t kept_pieces(const std::string& out) const {
    const std::filesystem::path state = file(out + ".unfinished.json");
    return std::filesystem::exists(state) ? json_of(read_text(state)).at("pieces").get<std::int64_t>() : 0;
  }
  /// What it makes is `whole`, and beside that about half of it as a full disk leaves it.
  void make_half_of(const std::string& line, const std::string& out) const {
    constexpr std::uintmax_t block = 512;
    expect_success(line);
    std::filesystem::rename(file(out), file("whole"));
    const std::uintmax_t blocks = std::filesystem::file_size(file("whole")) / 2 / block;
    const Result stopped = run(line, "ulimit -f " + std::to_string(blocks) + ";");
    ASSERT_EQ(stopped.code, 2) << stopped.error;
    ASSERT_GE(kept_pieces(out), 2) << stopped.error;
  }
  /// A state that does not fit its file: what is there stays as it is.
  void expect_refused_with_other_numbers(const std::string& line, const std::string& out) const {
    const std::filesystem::path path = file(out + ".unfinished.json");
    const std::string state = read_text(path);
    const std::string data = read_text(file(out + ".unfinished"));
    for (const char* const key : {"\"bytes\": ", "\"pieces\": "}) {
      const std::size_t at = state.find(key) + std::strlen(key);
      const std::size_t end = state.find(',', at);
      const long number = std::stol(state.substr(at, end - at));
      for (const long other : {number - 1, number - 5, number + 5}) {
        if (other <= 0) continue;
        write_text(path, state.substr(0, at) + std::to_string(other) + state.substr(end));
        const Result result = run(line);
        EXPECT_EQ(result.code, 2) << key << other << ": " << result.out;
        EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
        EXPECT_TRUE(read_text(file(out + ".unfinished")) == data) << key << other;
      }
    }
    write_text(path, state);
  }
  /// The picture of a PNG is that of a TIFF.
  void expect_same_pixels(const std::string& png, const std::string& tiff) const {
    const std::string text = read_text(file(png));
    const Picture picture = decode_png(std::as_bytes(std::span(text)), png);
    const auto levels = read_tiff(file(tiff).string());
    ASSERT_EQ(levels.front().size, picture.size);
    EXPECT_EQ(std::memcmp(levels.front().cells.data(), picture.pixels.data(), levels.front().cells.size()), 0);
  }
};

}  // namespace heteroscope::testing
