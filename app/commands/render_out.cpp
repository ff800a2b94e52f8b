#include "app/commands/render_out.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/io/colored_rows.hpp"
#include "core/io/npy.hpp"
#include "core/io/other_pictures.hpp"
#include "core/io/png.hpp"
#include "core/io/settings_json.hpp"
#include "core/palette.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

bool is_jpeg(const std::filesystem::path& path) {
  return path.extension() == ".jpg" || path.extension() == ".jpeg";
}

}  // namespace

void check_render_out(const std::filesystem::path& path) {
  const std::filesystem::path extension = path.extension();
  if (is_jpeg(path)) return;
  for (const char* each : {".png", ".bmp", ".npy", ".hdr"})
    if (extension == each) return;
  throw BadInput(
      fmt::format("--out '{}' must end in .png, .jpg or .bmp (picture), .npy or .hdr (values)", path.string()));
}

void check_render_size(const Plan& plan, const std::filesystem::path& path) {
  if (path.extension() != ".png" && path.extension() != ".npy") check_other_picture(plan.output.size, path);
}

std::string write_result(const Frame& frame, const std::filesystem::path& path) {
  const FieldView view = frame.field.host_view();
  const std::filesystem::path extension = path.extension();
  if (extension == ".npy") {
    write_npy(path, view);
    return {};
  }
  if (extension == ".hdr") {
    const std::int64_t changed = write_hdr(path, view);
    return changed == 0 ? std::string()
                        : fmt::format("{} values that {} cannot hold (NaN, below 0, above 1.7e38) were clipped",
                                      changed, path.string());
  }
  const Settings& settings = frame.plan.settings;
  const ColorMap map = color_map(settings.look, frame);
  if (extension == ".png") {
    write_png(path, view.size, colored_rows(view, map), to_json(settings, catalog()));
  } else if (is_jpeg(path)) {
    write_jpeg(path, {view.size, colorize(view, map)});
  } else {
    write_bmp(path, {view.size, colorize(view, map)});
  }
  return {};
}

std::string held_by(const std::filesystem::path& path) {
  if (path.extension() == ".npy") return fmt::format("{} holds the values as they are", path.string());
  if (path.extension() == ".hdr")
    return fmt::format("in {} NaNs are 0, and infinities its largest value", path.string());
  return fmt::format("in {} NaNs are magenta and values beyond the palette have its end colors", path.string());
}

}  // namespace heteroscope
