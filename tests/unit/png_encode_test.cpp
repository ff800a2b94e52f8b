#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numeric>
#include <stdexcept>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/color/colored_rows.hpp"
#include "core/color/palette.hpp"
#include "core/io/png/png.hpp"
#include "core/io/png/png_filter.hpp"
#include "core/io/png/png_reader.hpp"
#include "core/io/png/png_stream.hpp"
#include "core/io/share_out.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/resident.hpp"

namespace heteroscope {
namespace {

using testing::refusal;

/// With something for each filter: noise, flat parts, slopes.
Picture filtered_picture(int width, int height) {
  Picture picture{{width, height}, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto noise = (static_cast<std::uint32_t>(y) * 7919u + static_cast<std::uint32_t>(x)) * 2654435761u;
      picture.pixels.push_back(y % 4 == 0   ? noise
                               : y % 4 == 1 ? 0xff336699u
                               : y % 4 == 2 ? static_cast<std::uint32_t>(x) * 0x010101u
                                            : static_cast<std::uint32_t>(x + y) * 0x01010101u);
    }
  }
  return picture;
}

class Threads {
 public:
  explicit Threads(int count) : before_(::omp_get_max_threads()) { ::omp_set_num_threads(count); }
  ~Threads() { ::omp_set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

TEST(PngEncode, RowsThatComeInPartsAndFromAnotherStreamGiveTheSameBytes) {
  for (const Size size : {Size{300, 5000}, Size{140000, 5}}) {
    const Picture picture = filtered_picture(size.width, size.height);
    const std::vector<std::byte> whole = encode_png(picture, "text");
    for (const int strips : {1, 3}) {
      std::vector<std::byte> png;
      const Append append = [&](std::span<const std::byte> bytes) {
        png.insert(png.end(), bytes.begin(), bytes.end());
      };
      auto stream = std::make_unique<PngStream>(size, "text");
      stream->begin(append);
      while (stream->place().row < size.height) {
        const int row = stream->place().row;
        const auto first = static_cast<std::size_t>(row) * static_cast<std::size_t>(size.width);
        const auto above = std::span(picture.pixels).first(first);
        if (row > 0) {
          const PngStream::Place place = stream->place();
          stream = std::make_unique<PngStream>(size, "text");
          stream->go_on(place, above.last(static_cast<std::size_t>(size.width)));
        }
        const int rows = std::min(strips * stream->strip_rows(), size.height - row);
        stream->put(std::span(picture.pixels).subspan(first, static_cast<std::size_t>(rows) * size.width), append);
      }
      stream->end(append);
      EXPECT_TRUE(png == whole) << size.width << " " << strips;
      EXPECT_LE(static_cast<double>(png.size()), stream->most_bytes());
    }
  }
}

TEST(PngEncode, StripsJoin) {
  // A strip is some 512 KiB: one row, many rows, and rows that are more than that.
  for (const Size size : {Size{1, 300001}, Size{300, 1500}, Size{1023, 517}, Size{140000, 5}, Size{300001, 1}}) {
    const Picture picture = filtered_picture(size.width, size.height);
    const std::vector<std::byte> png = encode_png(picture, "text");
    PngReader reader(png, "a.png");  // which has no limit on a side
    EXPECT_EQ(reader.facts().width, size.width);
    int rows = 0;
    reader.read_rows(false, [&](const PngRow& row) {
      const auto bytes = static_cast<std::size_t>(size.width) * sizeof(std::uint32_t);
      const auto first = static_cast<std::ptrdiff_t>(rows) * size.width;
      ASSERT_EQ(row.y, rows++);
      EXPECT_EQ(std::memcmp(row.rgba, picture.pixels.data() + first, bytes), 0) << size.width << ' ' << row.y;
    });
    EXPECT_EQ(rows, size.height);
  }
}

TEST(PngEncode, ThreadsDoNotMatter) {
  const Picture picture = filtered_picture(1000, 3000);
  const auto one = [&] {
    const Threads threads(1);
    return encode_png(picture, "");
  }();
  for (const int count : {2, 3, 16, 1000}) {
    const Threads threads(count);
    EXPECT_TRUE(encode_png(picture, "") == one) << count;
  }
}

TEST(PngEncode, RowsAreAskedForOnceFromTheTop) {
  const Threads threads(2);  // of more threads each has a part of so few rows
  const Picture picture = filtered_picture(700, 9001);
  std::vector<std::byte> streamed;
  int next = 0;
  int most = 0;
  std::vector<std::uint32_t> buffer;
  encode_png(
      picture.size,
      [&](Rows rows) {
        EXPECT_EQ(rows.begin, next);
        next = rows.end;
        most = std::max(most, rows.count());
        const auto* first = picture.pixels.data() + static_cast<std::ptrdiff_t>(rows.begin) * 700;
        buffer.assign(first, first + static_cast<std::ptrdiff_t>(rows.count()) * 700);
        return std::span<const std::uint32_t>(buffer);
      },
      "note", [&](std::span<const std::byte> bytes) { streamed.insert(streamed.end(), bytes.begin(), bytes.end()); });
  EXPECT_EQ(next, 9001);
  EXPECT_LT(most, 9001);
  EXPECT_TRUE(streamed == encode_png(picture, "note"));
}

TEST(PngEncode, WhatItIsHandedMayThrow) {
  const Picture picture = filtered_picture(700, 4000);
  const auto rows = [&](Rows asked) {
    return std::span<const std::uint32_t>(picture.pixels)
        .subspan(static_cast<std::size_t>(asked.begin) * 700, static_cast<std::size_t>(asked.count()) * 700);
  };
  int asked = 0;
  const auto failing_rows = [&](Rows wanted) {
    if (++asked == 2) throw std::runtime_error("no more rows");
    return rows(wanted);
  };
  const auto nothing = [](std::span<const std::byte>) {};
  const Threads threads(1);  // fewer strips at a time
  EXPECT_THROW(encode_png(picture.size, failing_rows, "", nothing), std::runtime_error);
  std::size_t written = 0;
  const auto failing_append = [&](std::span<const std::byte> bytes) {
    written += bytes.size();
    if (written > 1000000) throw std::runtime_error("disk full");
  };
  EXPECT_THROW(encode_png(picture.size, rows, "", failing_append), std::runtime_error);
}

TEST(PngEncode, MorePixelsThanCanBeHeld) {
  // 2^28 pixels and a few, 1 GiB, of which no more than a few strips are ever there.
  constexpr Size size{16384, 16385};
  const long before = testing::most_resident();
  std::vector<std::byte> png;
  std::vector<std::uint32_t> rows;
  encode_png(
      size,
      [&](Rows asked) {
        rows.assign(static_cast<std::size_t>(asked.count()) * 16384, 0xff00ff00u);
        rows.back() = static_cast<std::uint32_t>(asked.end);
        return std::span<const std::uint32_t>(rows);
      },
      "the settings", [&](std::span<const std::byte> bytes) { png.insert(png.end(), bytes.begin(), bytes.end()); });
  testing::expect_grown_by_at_most(256, before);
  EXPECT_EQ(png_text(png, "a.png"), "the settings");
  EXPECT_EQ(refusal([&] { decode_png(png, "a.png"); }), "a.png: 16384x16385 are more than 268435456 pixels");

  PngReader reader(png, "a.png");
  EXPECT_EQ(reader.facts().height, 16385);
  std::uint32_t last = 0;
  reader.read_rows(false, [&](const PngRow& row) {
    const auto* pixels = static_cast<const std::uint32_t*>(row.rgba);
    ASSERT_EQ(pixels[0], 0xff00ff00u) << row.y;
    last = pixels[size.width - 1];
  });
  EXPECT_EQ(last, 16385u);
}

TEST(PngEncode, ColorsAreMadeAsTheyAreAskedFor) {
  std::vector<float> values(std::size_t{900} * 700);
  std::iota(values.begin(), values.end(), 0.0f);
  const ColorMap map{.table = palettes().front().table.data(), .high = 630000};
  for (const Domain domain : {Domain::whole, Domain::lower_triangle}) {
    const FieldView view{values.data(), {700, 700}, Precision::fp32, domain};
    std::vector<std::byte> streamed;
    encode_png(view.size, colored_rows(view, map), "",
               [&](std::span<const std::byte> bytes) { streamed.insert(streamed.end(), bytes.begin(), bytes.end()); });
    EXPECT_EQ(decode_png(streamed, "a.png").pixels, colorize(view, map));
  }
}

std::vector<int> filtered(std::vector<std::uint8_t> row, std::vector<std::uint8_t> above) {
  std::vector<std::uint8_t> out(row.size() + 1);
  filter_png_row(row.data(), above.data(), row.size(), out.data());
  return {out.begin(), out.end()};
}

TEST(PngFilter, TakesTheOneThatLeavesLeast) {
  using Row = std::vector<std::uint8_t>;
  const Row zeros(8);
  EXPECT_EQ(filtered(zeros, zeros), (std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(filtered({90, 91, 92, 93, 91, 92, 93, 94}, zeros), (std::vector<int>{1, 90, 91, 92, 93, 1, 1, 1, 1}));
  EXPECT_EQ(filtered({90, 10, 200, 3, 50, 70, 0, 9}, {90, 9, 200, 3, 50, 70, 0, 10}),
            (std::vector<int>{2, 0, 1, 0, 0, 0, 0, 0, 255}));
  // Half of the sum of left and above, rounded down: of 100 and 50 it is 75, of 75 and 26 it is 50.
  EXPECT_EQ(filtered({100, 75, 100, 75, 75, 50, 75, 50}, {200, 150, 200, 150, 50, 26, 50, 26}),
            (std::vector<int>{3, 0, 0, 0, 0, 0, 0, 0, 0}));
  // Left, above and corner of the second pixel's bytes: 60 50 50 (60), 50 70 50 (70), 9 9 10 (9), 1 200 100 (100).
  EXPECT_EQ(filtered({60, 50, 9, 1, 60, 70, 9, 100}, {50, 50, 10, 100, 50, 70, 9, 200}),
            (std::vector<int>{4, 10, 0, 255, 157, 0, 0, 0, 0}));
}

TEST(ShareOut, DoesEachOnceAndThrowsWhatWasThrown) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> done(100);
    share_out(100, threads, [&](int index, int worker) {
      EXPECT_LT(worker, threads);
      ++done[static_cast<std::size_t>(index)];
    });
    for (const auto& each : done) EXPECT_EQ(each, 1);
    std::atomic<int> calls{0};
    EXPECT_THROW(share_out(1000000, threads,
                           [&](int index, int) {
                             ++calls;
                             if (index == 10) throw std::bad_alloc();
                           }),
                 std::bad_alloc);
    EXPECT_LT(calls, 1000000);
  }
  share_out(0, 4, [](int, int) { FAIL(); });
}

/// Ends with 7 where no thread is to be had and that is told, once the threads that run have ended.
void share_out_without_room() {
  long pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const auto held = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  const rlimit limit{held + (1 << 20), held + (1 << 20)};  // less than a thread's stack
  ::setrlimit(RLIMIT_AS, &limit);
  const Failure refused = attempt([] { share_out(100, 64, [](int, int) {}); });
  std::fputs(refused.line.c_str(), stderr);
  ::_exit(refused.kind == Failure::Kind::threads ? 7 : 0);
}

TEST(ShareOutDeathTest, AThreadThatCannotBeStartedIsSaid) {
  if (testing::sanitized) GTEST_SKIP() << "a sanitizer needs more addresses than there are";
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // no stacks of threads that were
  EXPECT_EXIT(share_out_without_room(), ::testing::ExitedWithCode(7),
              "threads: the system cannot start more threads; use fewer .--threads.");
}

}  // namespace
}  // namespace heteroscope
