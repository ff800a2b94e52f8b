#include "core/io/tiff/tiff.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <thread>

#include "core/base/error.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/file.hpp"
#include "core/numbers/splitmix.hpp"
#include "core/poster/pieces.hpp"
#include "tests/read_tiff.hpp"
#include "tests/unit/temporary_folder.hpp"

/// The TIFFs that are written, as libtiff reads them.
namespace heteroscope::testing {
namespace {

using Bytes = std::vector<std::byte>;

/// A file that a writer writes to.
class Written {
 public:
  Written() : file_(path_of()) { file_.use(descriptor_.get()); }
  [[nodiscard]] PositionedFile& file() { return file_; }
  [[nodiscard]] std::string path() const { return folder_.path() / "a.tif"; }
  [[nodiscard]] Bytes bytes() const { return read_file(path()); }

 private:
  [[nodiscard]] std::filesystem::path path_of() const { return folder_.path() / "a.tif"; }
  TemporaryFolder folder_;
  Descriptor descriptor_{::open((folder_.path() / "a.tif").c_str(), O_RDWR | O_CREAT, 0600)};
  PositionedFile file_;
};

/// Cells without a pattern, of colors some of which are transparent.
Bytes noise(Size size, TiffCell cell) {
  Bytes out(static_cast<std::size_t>(size.area()) * bytes_of(cell));
  for (std::size_t i = 0; i < static_cast<std::size_t>(size.area()); ++i) {
    const std::uint64_t random = splitmix((i + 1) * splitmix_step);
    const auto value = static_cast<double>(random >> 40) / 64;
    const auto single = static_cast<float>(value);
    auto color = static_cast<std::uint32_t>(random);
    if (random >> 60 == 0) color = 0;
    if (cell == TiffCell::rgba8) std::memcpy(&out[i * 4], &color, 4);
    if (cell == TiffCell::fp32) std::memcpy(&out[i * 4], &single, 4);
    if (cell == TiffCell::fp64) std::memcpy(&out[i * 8], &value, 8);
  }
  return out;
}

Bytes cut(const Bytes& from, Size whole, int x, int y, Size size, std::size_t cell) {
  Bytes out;
  for (int row = y; row < y + size.height; ++row) {
    const auto* const first = from.data() + (static_cast<std::size_t>(row) * whole.width + x) * cell;
    out.insert(out.end(), first, first + static_cast<std::size_t>(size.width) * cell);
  }
  return out;
}

/// Writes it in pieces, and has another writer go on after `stop` of them.
void write_cells(PositionedFile& file, const TiffFormat& format, const Bytes& cells, int halvings, int stop = -1) {
  auto writer = std::make_unique<TiffWriter>(file, format);
  writer->begin();
  const int side = tiff_tile << halvings;
  const Pieces pieces(format.size, {side, side}, PieceOrder::quarters);
  for (std::int64_t i = 0; i < pieces.count(); ++i) {
    if (i == stop) {
      const std::uint64_t end = writer->end();
      writer = std::make_unique<TiffWriter>(file, format);
      writer->go_on(end);
    }
    const Cutout part = pieces[i];
    const Bytes of_part = cut(cells, format.size, part.x, part.y, part.size, bytes_of(format.cell));
    writer->put(part.x, part.y, {format.cell, part.size, of_part}, halvings);
  }
}

template <class T, class Mean>
void expect_halved(const TiffLevel& from, const TiffLevel& half, int samples, Mean mean) {
  ASSERT_EQ(half.size, (Size{(from.size.width + 1) / 2, (from.size.height + 1) / 2}));
  std::int64_t wrong = 0;
  for (int y = 0; y < half.size.height; ++y) {
    for (int x = 0; x < half.size.width; ++x) {
      std::vector<const T*> cells;
      for (int row = 2 * y; row < std::min(2 * y + 2, from.size.height); ++row) {
        for (int column = 2 * x; column < std::min(2 * x + 2, from.size.width); ++column)
          cells.push_back(from.as<T>() + (std::int64_t{row} * from.size.width + column) * samples);
      }
      const T* const found = half.as<T>() + (std::int64_t{y} * half.size.width + x) * samples;
      for (int s = 0; s < samples; ++s) wrong += mean(cells, s) == found[s] ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0);
}

std::uint8_t mean_color(const std::vector<const std::uint8_t*>& cells, int sample) {
  double alpha = 0;
  double sum = 0;
  for (const std::uint8_t* each : cells) {
    alpha += each[3];
    sum += static_cast<double>(each[3]) * each[sample];
  }
  if (alpha == 0) return 0;
  return static_cast<std::uint8_t>(
      std::floor((sample == 3 ? alpha / static_cast<double>(cells.size()) : sum / alpha) + 0.5));
}

template <class T>
T mean_value(const std::vector<const T*>& cells, int) {
  double sum = 0;
  for (const T* each : cells) sum += *each;
  return static_cast<T>(sum / static_cast<double>(cells.size()));
}

TEST(Tiff, HoldsItsCellsAndOverviews) {
  for (const Size size : {Size{1, 1}, Size{256, 256}, Size{257, 1}, Size{3, 700}, Size{1025, 771}}) {
    for (const TiffCell cell : {TiffCell::rgba8, TiffCell::fp32, TiffCell::fp64}) {
      SCOPED_TRACE(::testing::Message() << size.width << "x" << size.height << " " << static_cast<int>(cell));
      const Bytes cells = noise(size, cell);
      std::vector<TiffLevel> first;
      Bytes file;
      for (const int halvings : {0, 1, 4}) {
        Written written;
        write_cells(written.file(), {.size = size, .cell = cell, .description = "what it is"}, cells, halvings);
        const auto levels = read_tiff(written.path());
        EXPECT_EQ(levels.front().size, size);
        EXPECT_TRUE(levels.front().cells == cells);
        EXPECT_EQ(levels.front().description, "what it is");
        EXPECT_EQ(levels.front().compression, COMPRESSION_ADOBE_DEFLATE);
        EXPECT_LE(std::max(levels.back().size.width, levels.back().size.height), tiff_tile);
        const bool colors = cell == TiffCell::rgba8;
        for (std::size_t i = 0; i < levels.size(); ++i) {
          EXPECT_EQ(levels[i].overview, i > 0);
          EXPECT_EQ(levels[i].samples, colors ? 4 : 1);
          EXPECT_EQ(levels[i].bits, colors ? 8 : cell == TiffCell::fp32 ? 32 : 64);
          EXPECT_EQ(levels[i].format, colors ? SAMPLEFORMAT_UINT : SAMPLEFORMAT_IEEEFP);
          EXPECT_EQ(levels[i].predictor, colors ? PREDICTOR_HORIZONTAL : PREDICTOR_FLOATINGPOINT);
          if (!first.empty()) {
            EXPECT_TRUE(levels[i].cells == first[i].cells) << "other pieces, other cells";
          }
          if (i == 0) continue;
          if (colors) expect_halved<std::uint8_t>(levels[i - 1], levels[i], 4, mean_color);
          if (cell == TiffCell::fp32) expect_halved<float>(levels[i - 1], levels[i], 1, mean_value<float>);
          if (cell == TiffCell::fp64) expect_halved<double>(levels[i - 1], levels[i], 1, mean_value<double>);
        }
        if (first.empty()) {
          first = levels;
          file = written.bytes();
        }
        EXPECT_TRUE(written.bytes() == file) << "other pieces, other bytes";
        EXPECT_EQ(levels.size(), first.size());
        EXPECT_LE(static_cast<double>(written.bytes().size()), TiffLayout({size, cell, "what it is"}).most_bytes());
      }
    }
  }
}

TEST(Tiff, AnotherWriterGoesOnToTheSameBytes) {
  const Size size{1100, 900};
  const Bytes cells = noise(size, TiffCell::rgba8);
  Written whole;
  write_cells(whole.file(), {.size = size}, cells, 0);
  for (const int stop : {0, 1, 7}) {
    Written resumed;
    write_cells(resumed.file(), {.size = size}, cells, 0, stop);
    EXPECT_TRUE(resumed.bytes() == whole.bytes()) << stop;
  }
}

/// As a rank does, which encodes its next piece while it writes others'.
TEST(Tiff, PartsAreMadeWhileOthersAreWritten) {
  const TiffFormat format{.size = {1301, 707}, .cell = TiffCell::fp64};
  const Bytes cells = noise(format.size, format.cell);
  Written alone;
  write_cells(alone.file(), format, cells, 0);
  const Pieces pieces(format.size, {tiff_tile, tiff_tile}, PieceOrder::quarters);
  for (int again = 0; again < 10; ++again) {
    Written other;
    TiffWriter writer(other.file(), format);
    writer.begin();
    const auto made = [&](std::int64_t i) {
      const Cutout part = pieces[i];
      const Bytes own = cut(cells, format.size, part.x, part.y, part.size, bytes_of(format.cell));
      return writer.encode(part.x, part.y, {format.cell, part.size, own}, 0);
    };
    std::vector<Bytes> encoded;
    for (std::int64_t i = 0; i < pieces.count(); ++i) encoded.push_back(made(i));
    std::jthread maker([&](const std::stop_token& end) {
      for (std::int64_t i = 0; !end.stop_requested(); i = (i + 1) % pieces.count()) {
        EXPECT_EQ(made(i), encoded[static_cast<std::size_t>(i)]);
      }
    });
    for (const Bytes& each : encoded) ASSERT_NO_THROW(writer.put_encoded(each));
    EXPECT_TRUE(other.bytes() == alone.bytes());
  }
}

TEST(Tiff, LargestSizeHasItsPlaces) {
  const TiffLayout layout({.size = {longest_side, longest_side}});
  EXPECT_EQ(layout.levels(), 24);
  EXPECT_EQ(layout.size(23), (Size{256, 256}));
  EXPECT_EQ(layout.columns(0), 8388608);
  EXPECT_GT(layout.most_bytes(), 1.8e19);
}

TEST(Tiff, DamageIsFound) {
  Written written;
  const Size size{600, 300};
  TiffWriter writer(written.file(), {.size = size});
  writer.begin();
  const Bytes cells = noise(size, TiffCell::rgba8);
  const Pieces pieces(size, {tiff_tile, tiff_tile}, PieceOrder::quarters);
  const auto put = [&](std::int64_t i) {
    const Cutout part = pieces[i];
    const Bytes here = cut(cells, size, part.x, part.y, part.size, 4);
    writer.put(part.x, part.y, {TiffCell::rgba8, part.size, here}, 0);
  };
  put(0);
  const Bytes zeros(1000);
  written.file().write(writer.layout().tiles_begin(), zeros);
  put(1);
  put(2);
  EXPECT_THROW(put(3), BadInput) << "an overview of the first four is made";
}

}  // namespace
}  // namespace heteroscope::testing
