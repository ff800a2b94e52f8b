#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/compute/compute.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/text/format.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/io/npy.hpp"
#include "core/io/png/png.hpp"
#include "core/memory/pixels.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/plan/plan.hpp"
#include "core/process/memory_limit.hpp"
#include "core/run/compare.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

struct DiffOptions {
  std::string a, b;
  std::optional<std::string> out;
  std::optional<std::string> style;
  std::string tolerance = "0";
  bool allow_unstable = false;
};

constexpr DiffStyle default_style = DiffStyle::mask;

constexpr const char* diff_footer = R"(
What A and B stand for:
  .npy   its values
  .json  saved settings, which are computed
  .png   together with another .png: their pixels, compared by red, green, blue and alpha, 0 to 255 each
         (with fractions if one has 16 bits);
         together with a .npy or .json: the settings that heteroscope wrote into it, computed

Exit codes: 0 if no value differs by more than the tolerance, 1 if one does, 2 if they cannot be compared
(different sizes, or a file that cannot be read).

Examples:
  heteroscope diff cpu.npy gpu.npy
  heteroscope diff today.png yesterday.png --out difference.png
  heteroscope diff saved.json counts.npy --style heat --out heat.png --tolerance 0.5)";

/// Values as the comparison counts them: pixels of two pictures, or fields.
struct Comparison {
  Diff diff;
  std::int64_t count = 0;
  std::string unit;  ///< of what is counted
  Pixels picture;
};

std::string kind_of_file(const std::string& name) {
  std::string extension = extension_of(name);
  if (extension != ".npy" && extension != ".json" && extension != ".png") {
    throw BadInput(fmt::format("'{}' must end in .npy (values), .json (settings) or .png", excerpt(name)));
  }
  return extension;
}

/// One of the two; settings where it is to be computed.
struct Side {
  std::string name;
  std::optional<Settings> settings;
};

Side side_of(const std::string& name, bool picture) {
  if (picture || kind_of_file(name) == ".npy") return {name, std::nullopt};
  return {name, load_settings(name, catalog())};
}

Field load_field(const Side& side, bool allow_unstable) {
  // a file is held twice while it is decoded, and so is the other result
  if (!side.settings) return decode_npy(read_file(side.name, memory::limit() / 4), side.name);
  const Frame frame = [&] {
    try {
      return compute(*side.settings, {.allow_unstable = allow_unstable});
    } catch (const BadInput& wrong) {
      throw BadInput(fmt::format("{}: {}", side.name, wrong.what()));
    }
  }();
  if (!frame.alarm.empty()) print_error("warning", fmt::format("{}: {}", side.name, frame.alarm));
  return frame.field;
}

void check_sizes(const DiffOptions& options, Size a, Size b) {
  if (a == b) return;
  throw BadInput(fmt::format("the sizes differ: {} is {}x{}, {} is {}x{}", options.a, a.width, a.height, options.b,
                             b.width, b.height));
}

/// "mask: white where they differ; heat: …".
std::string style_help() {
  std::vector<std::string> out;
  for (const auto& [style, id] : ids<DiffStyle>) out.push_back(fmt::format("{}: {}", id, shown_by(style)));
  return fmt::format("{} ({})", fmt::join(out, "; "), id_of(default_style));
}

/// The largest difference of the four channels, pixel by pixel, is what is counted and shown; the mean error and the
/// PSNR (peak 255) are over all channels. `scale`: the sample that 1 of 255 is.
template <class Sample>
Comparison compare_samples(const DiffOptions& options, double tolerance, DiffStyle style,
                           std::span<const std::byte> first, std::span<const std::byte> second, double scale) {
  Size size;
  Size size_b;
  const std::vector<Sample> a = decode_png_samples<Sample>(first, options.a, size);
  const std::vector<Sample> b = decode_png_samples<Sample>(second, options.b, size_b);
  check_sizes(options, size, size_b);
  std::vector<float> largest(a.size() / 4);
  std::vector<float> none(largest.size());
  double absolute = 0;
  double squared = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double error = std::abs(int{a[i]} - int{b[i]}) / scale;
    largest[i / 4] = std::max(largest[i / 4], static_cast<float>(error));
    absolute += error;
    squared += error * error;
  }
  const FieldView zero{none.data(), size, Precision::fp32};
  const FieldView error{largest.data(), size, Precision::fp32};
  Comparison out{.diff = compare(zero, error, tolerance), .count = size.area(), .unit = "pixels", .picture = {}};
  const auto samples = static_cast<double>(a.size());
  out.diff.mean_error = absolute / samples;
  out.diff.psnr_db =
      squared > 0 ? 10 * std::log10(255.0 * 255.0 / (squared / samples)) : std::numeric_limits<double>::infinity();
  if (options.out) out.picture = diff_picture(zero, error, style, out.diff.max_error);
  return out;
}

/// With 16 bits a sample where one of them has so many.
Comparison compare_pictures(const DiffOptions& options, double tolerance, DiffStyle style) {
  const std::vector<std::byte> a = read_file(options.a);
  const std::vector<std::byte> b = read_file(options.b);
  if (png_is_wide(a, options.a) || png_is_wide(b, options.b)) {
    return compare_samples<std::uint16_t>(options, tolerance, style, a, b, 257);
  }
  return compare_samples<std::uint8_t>(options, tolerance, style, a, b, 1);
}

/// Makes all cells values, as a .npy file has them: zero where the field had none.
void fill_outside(FieldView& view) {
  const std::size_t bytes = bytes_of(view.precision);
  for (int y = 0; y < view.size.height; ++y) {
    const int values = view.values(y);
    const std::size_t first =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(view.size.width) + static_cast<std::size_t>(values);
    std::memset(static_cast<std::byte*>(view.data) + first * bytes, 0,
                static_cast<std::size_t>(view.size.width - values) * bytes);
  }
  view.domain = Domain::whole;
}

Comparison compare_fields(const DiffOptions& options, const Side& side_a, const Side& side_b, double tolerance,
                          DiffStyle style) {
  const Field a = load_field(side_a, options.allow_unstable);
  const Field b = load_field(side_b, options.allow_unstable);
  check_sizes(options, a.size(), b.size());
  FieldView view_a = a.host_view();
  FieldView view_b = b.host_view();
  if (a.domain() != b.domain()) {
    fill_outside(view_a);
    fill_outside(view_b);
  }
  Comparison out{.diff = compare(view_a, view_b, tolerance),
                 .count = std::min(view_a.count(), view_b.count()),
                 .unit = "values",
                 .picture = {}};
  if (options.out) out.picture = diff_picture(view_a, view_b, style, out.diff.max_error);
  return out;
}

int diff(const DiffOptions& options) {
  const double tolerance = parse_real("--tolerance", options.tolerance, 0, 1e300);
  const DiffStyle style = options.style ? parse_id<DiffStyle>("--style", *options.style) : default_style;
  if (options.style && !options.out) throw BadInput("--style is for the picture of --out, which is not given");
  if (options.out && extension_of(*options.out) != ".png") {
    throw BadInput(fmt::format("--out '{}' must end in .png", excerpt(*options.out)));
  }
  const bool pictures = kind_of_file(options.a) == ".png" && kind_of_file(options.b) == ".png";
  const Side a = side_of(options.a, pictures);
  const Side b = side_of(options.b, pictures);
  FileUse files;
  for (const auto& [what, side] : {std::pair("A", &a), std::pair("B", &b)}) {
    files.reads(what, side->name);
    if (side->settings) files.reads_source(*side->settings);
  }
  files.writes("--out", options.out);
  files.check();
  const Comparison result =
      pictures ? compare_pictures(options, tolerance, style) : compare_fields(options, a, b, tolerance, style);
  const Diff& d = result.diff;
  FileSet written;
  std::string last_line;
  if (options.out) {
    written.add(*options.out, encode_png({d.size, result.picture}, ""));
    last_line = fmt::format("wrote {}\n", printable(*options.out));
  }

  print_out(fmt::format("{} of {} {} differ", d.differing, result.count, result.unit));
  if (tolerance > 0) print_out(fmt::format(", {} by more than {}", d.beyond, tolerance));
  if (d.first_x >= 0) print_out(fmt::format(", the first at x {}, y {}", d.first_x, d.first_y));
  print_out(fmt::format("\nmax error   {}\nmean error  {}\nPSNR        {} dB\n", format_short(d.max_error, 4),
                        format_short(d.mean_error, 4),
                        std::isinf(d.psnr_db) ? "infinite" : fmt::format("{:.2f}", d.psnr_db)));
  flush_out();
  written.put();
  print_out(last_line);
  return d.beyond == 0 ? exit_success : exit_different;
}

}  // namespace

void add_diff_command(Command& program, Action& action) {
  auto options = std::make_shared<DiffOptions>();
  Command* command = program.add_subcommand(
      "diff",
      "Compare two results: number of differing values, largest and mean\nerror, PSNR; exit code 1 if "
      "they differ");
  command->add_option("A", options->a, "Settings (.json), values (.npy), or a .png")->required();
  command->add_option("B", options->b, "The result to compare with it, of the same kinds")->required();
  command->add_option("--out", options->out, "Write the differences as a picture, .png")->type_name("FILE");
  command->add_option("--style", options->style, style_help())->type_name("ID");
  command->add_option("--tolerance", options->tolerance, "Differences up to this size do not count (0)")
      ->type_name("X");
  add_allow_unstable(*command, options->allow_unstable);
  command->footer(diff_footer);
  command->callback([options, &action] { action = [options] { return diff(*options); }; });
}

}  // namespace heteroscope
