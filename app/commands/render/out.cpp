#include "app/commands/render/out.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/color/palette.hpp"
#include "core/io/colored_rows.hpp"
#include "core/io/npy.hpp"
#include "core/io/other_pictures.hpp"
#include "core/io/png.hpp"
#include "core/io/settings_json.hpp"
#include "core/io/tiff_field.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

bool is_jpeg(const std::filesystem::path& path) {
  return path.extension() == ".jpg" || path.extension() == ".jpeg";
}

}  // namespace

bool is_tiff(const std::filesystem::path& path) {
  return path.extension() == ".tif" || path.extension() == ".tiff";
}

void check_render_out(const std::filesystem::path& path) {
  const std::filesystem::path extension = path.extension();
  if (is_jpeg(path) || is_tiff(path)) return;
  for (const char* each : {".png", ".bmp", ".npy", ".hdr"})
    if (extension == each) return;
  throw BadInput(fmt::format("--out '{}' must end in .png, .jpg, .bmp or .tif (picture), .npy or .hdr (values)",
                             excerpt(path.string())));
}

void check_render_size(const Plan& plan, const std::filesystem::path& path) {
  if (path.extension() != ".png" && path.extension() != ".npy" && !is_tiff(path))
    check_other_picture(plan.output.size, path);
}

std::string add_result(FileSet& files, const Frame& frame, const std::filesystem::path& path, bool values,
                       const Pixels* colors) {
  const FieldView view = frame.field.host_view();
  const std::filesystem::path extension = path.extension();
  if (extension == ".npy") {
    files.add(path, [&](const Append& append) { make_npy(view, append); });
    return {};
  }
  if (extension == ".hdr") {
    std::int64_t changed = 0;
    files.add(path, [&](const Append& append) { changed = make_hdr(view, append); });
    return changed == 0 ? std::string()
                        : fmt::format("{} values that {} cannot hold (NaN, below 0, above 1.7e38) were clipped",
                                      changed, path.string());
  }
  const Settings& settings = frame.plan.settings;
  const ColorMap map = color_map(settings.look, frame);
  const FieldView colored = frame.colored().host_view();
  const PictureRows rows = colors != nullptr ? rows_of(view.size, *colors) : colored_rows(colored, map);
  if (is_tiff(path)) {
    const std::string text = to_json(settings, catalog());
    files.add_anywhere(path, [&](PositionedFile& file) {
      if (values) {
        make_tiff(view, text, file);
      } else {
        make_tiff(view.size, rows, text, file);
      }
    });
    return {};
  }
  const auto picture = [&] { return Picture{view.size, colors != nullptr ? *colors : colorize(colored, map)}; };
  files.add(path, [&](const Append& append) {
    if (extension == ".png") {
      encode_png(view.size, rows, to_json(settings, catalog()), append);
    } else if (is_jpeg(path)) {
      make_jpeg(picture(), append);
    } else {
      make_bmp(picture(), append);
    }
  });
  return {};
}

std::string_view colorless(const std::filesystem::path& path, bool values) {
  if (values) return "--values holds values without colors";
  if (path.extension() == ".npy") return ".npy files hold values without colors";
  if (path.extension() == ".hdr") return ".hdr files hold values without colors";
  return {};
}

std::string held_by(const std::filesystem::path& path, bool values) {
  if (values || path.extension() == ".npy") return fmt::format("{} holds the values as they are", path.string());
  if (path.extension() == ".hdr")
    return fmt::format("in {} NaNs are 0, and infinities its largest value", path.string());
  return fmt::format("in {} NaNs are magenta and values beyond the palette have its end colors", path.string());
}

}  // namespace heteroscope
