#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>  // jpeglib.h uses FILE without including it
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <jpeglib.h>

#include <jerror.h>

#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_limits.hpp"
#include "core/io/image/image_plane.hpp"
#include "core/io/image/orientation.hpp"
#include "core/types/basic_types.hpp"

// Documentation of the library: libjpeg-turbo's libjpeg.txt.
namespace heteroscope {
namespace {

/// The kind of a JPEG's pixels, as JpegReader returns them: bytes, `samples` a pixel.
enum class JpegColors { gray, rgb, cmyk };

/// A JPEG in memory, read by libjpeg row by row. Memory: a few rows, and of a progressive file two bytes for each
/// coefficient (of blocks that the file has the bytes for). Members throw BadInput, naming `name`, for what is cut
/// short, damaged, beyond the limits (image_limits.hpp), has more than 100 scans, or is of a kind that cannot be read
/// (arithmetic, lossless, 12 bits); and std::bad_alloc. The bytes must outlive it.
class JpegReader {
 public:
  JpegReader(std::span<const std::byte> bytes, const std::string& name);
  ~JpegReader();
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  [[nodiscard]] Size size() const;  ///< as stored, not turned upright
  [[nodiscard]] JpegColors colors() const;
  /// CMYK as Adobe's programs write it: 255 is no ink.
  [[nodiscard]] bool inverted() const;
  /// The next row, from the top; valid until the next call. Call it once a row, then finish().
  std::span<const unsigned char> next_row();
  /// Reads what follows the pixels: a file without its end is refused.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

constexpr int most_scans = 100;            // a progressive JPEG has about ten; each one walks over the whole image
constexpr long working_bytes = 16L << 20;  // rows, tables and the like, beside coefficients

/// The library's messages, together with the error manager that the library is given; that must be the first member.
struct Reports {
  jpeg_error_mgr manager{};
  jpeg_progress_mgr progress{};
  std::jmp_buf back{};
  bool too_many_scans = false;
};

Reports& reports_of(j_common_ptr info) {
  return *reinterpret_cast<Reports*>(info->err);
}

[[noreturn]] void leave(j_common_ptr info) {
  std::longjmp(reports_of(info).back, 1);
}

/// Whether a warning of the library says nothing about the pixels. After all other warnings the library makes up
/// pixels, so they count as damage.
bool harmless(int code) {
  return code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR ||
         code == JWRN_TOO_MUCH_DATA;
}

/// `level` -1 is a warning, from 0 on it is tracing.
void take_message(j_common_ptr info, int level) {
  if (level < 0 && !harmless(info->err->msg_code)) leave(info);
}

void count_scans(j_common_ptr info) {
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= most_scans) return;
  reports_of(info).too_many_scans = true;
  leave(info);
}

struct JpegReader::State {
  jpeg_decompress_struct info{};
  Reports reports;
  std::string name;
  std::vector<unsigned char> row;

  ~State() { ::jpeg_destroy_decompress(&info); }

  [[noreturn]] void fail() {
    const int code = reports.manager.msg_code;
    if (reports.too_many_scans) {
      throw wrong_file(Wrong::value, name, "this JPEG has more than {} scans; it cannot be read", most_scans);
    }
    if (code == JERR_OUT_OF_MEMORY) throw std::bad_alloc();
    if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JERR_INPUT_EOF || code == JERR_INPUT_EMPTY) {
      throw wrong_file(Wrong::damaged, name, "this JPEG is cut short");
    }
    std::array<char, JMSG_LENGTH_MAX> text{};
    reports.manager.format_message(reinterpret_cast<j_common_ptr>(&info), text.data());
    throw wrong_file(Wrong::damaged, name, "this JPEG cannot be read: {}", text.data());
  }

  /// Calls the library, which comes back by longjmp where something is wrong: `step` has nothing to destroy, and this
  /// frame, which would have, is left by the throw.
  template <class Step>
  void guarded(Step step) {
    if (setjmp(reports.back) != 0) fail();
    step();
  }

  void check_header(std::size_t bytes) {
    check_image_size(info.image_width, info.image_height, name);
    if (info.arith_code) {
      throw wrong_file(Wrong::kind, name,
                       "this JPEG cannot be read: it uses arithmetic coding, which is not supported; save it again "
                       "with Huffman coding");
    }
    const bool known =
        info.out_color_space == JCS_GRAYSCALE || info.out_color_space == JCS_RGB || info.out_color_space == JCS_CMYK;
    if (!known) {
      throw wrong_file(Wrong::kind, name, "this JPEG cannot be read: {} components without a meaning",
                       info.num_components);
    }
    std::int64_t blocks = 0;
    for (int i = 0; i < info.num_components; ++i) {
      blocks += std::int64_t{info.comp_info[i].width_in_blocks} * info.comp_info[i].height_in_blocks;
    }
    // Each block takes a code of at least one bit.
    if (blocks > 8 * static_cast<std::int64_t>(bytes)) {
      throw wrong_file(Wrong::damaged, name, "this JPEG is cut short: its {} bytes cannot make {}x{} pixels", bytes,
                       info.image_width, info.image_height);
    }
    // Coefficients of a progressive file: 64 of two bytes a block, and blocks that fill up the last group of them.
    info.mem->max_memory_to_use = static_cast<long>(blocks) * DCTSIZE2 * 2 * 5 / 4 + working_bytes;
  }
};

JpegReader::JpegReader(std::span<const std::byte> bytes, const std::string& name) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.name = name;
  state.info.err = ::jpeg_std_error(&state.reports.manager);
  state.reports.manager.error_exit = leave;
  state.reports.manager.emit_message = take_message;
  state.guarded([&state, bytes] {
    ::jpeg_create_decompress(&state.info);
    ::jpeg_mem_src(&state.info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    ::jpeg_read_header(&state.info, TRUE);
  });
  state.check_header(bytes.size());
  state.reports.progress.progress_monitor = count_scans;
  state.info.progress = &state.reports.progress;
  state.guarded([&state] { ::jpeg_start_decompress(&state.info); });
  state.row.resize(std::size_t{state.info.output_width} * static_cast<std::size_t>(state.info.output_components));
}

JpegReader::~JpegReader() = default;

Size JpegReader::size() const {
  return {static_cast<int>(state_->info.image_width), static_cast<int>(state_->info.image_height)};
}

JpegColors JpegReader::colors() const {
  const J_COLOR_SPACE space = state_->info.out_color_space;
  if (space == JCS_GRAYSCALE) return JpegColors::gray;
  return space == JCS_CMYK ? JpegColors::cmyk : JpegColors::rgb;
}

bool JpegReader::inverted() const {
  return state_->info.saw_Adobe_marker != FALSE;
}

std::span<const unsigned char> JpegReader::next_row() {
  State& state = *state_;
  state.guarded([&state] {
    unsigned char* row = state.row.data();
    ::jpeg_read_scanlines(&state.info, &row, 1);
  });
  return state.row;
}

void JpegReader::finish() {
  State& state = *state_;
  state.guarded([&state] { ::jpeg_finish_decompress(&state.info); });
}

/// Inks to light, as far as that goes without a color profile: each leaves its share, black that of all three.
void put_inks(ImagePlane& plane, std::int64_t index, const unsigned char* inks, bool inverted) {
  const auto light = [&](int i) { return inverted ? inks[i] : 255 - inks[i]; };
  plane.put_value(index, plane.of(light(0), light(1), light(2)) * light(3) / 255);
}

}  // namespace

DecodedImage decode_jpeg(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  JpegReader reader(bytes, name);
  const Size stored = reader.size();
  const UprightPlace place = upright(stored, exif_orientation(bytes));
  ImagePlane plane(place.size, channel);
  const JpegColors colors = reader.colors();
  const bool inverted = reader.inverted();
  for (int y = 0; y < stored.height; ++y) {
    const unsigned char* pixel = reader.next_row().data();
    std::int64_t target = place.index(0, y);
    for (int x = 0; x < stored.width; ++x, target += place.step_x) {
      if (colors == JpegColors::gray) {
        plane.put_value(target, *pixel++);
      } else if (colors == JpegColors::rgb) {
        plane.put_value(target, plane.of(pixel[0], pixel[1], pixel[2]));
        pixel += 3;
      } else {
        put_inks(plane, target, pixel, inverted);
        pixel += 4;
      }
    }
  }
  reader.finish();
  return std::move(plane).finish(colors != JpegColors::gray);
}

}  // namespace heteroscope
