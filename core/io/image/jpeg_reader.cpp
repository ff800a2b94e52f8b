#include "core/io/image/jpeg_reader.hpp"

#include <array>
#include <csetjmp>
#include <cstdio>  // jpeglib.h uses FILE without including it
#include <new>
#include <vector>

#include <jpeglib.h>

#include <jerror.h>

#include "core/base/wrong.hpp"
#include "core/io/image/image_limits.hpp"

// Documentation of the library: libjpeg-turbo's libjpeg.txt.
namespace heteroscope {
namespace {

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

}  // namespace

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

}  // namespace heteroscope
