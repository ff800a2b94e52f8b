#include "app/window/features/views/view_pictures.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <system_error>
#include <utility>

#include "app/window/picture/field_samples.hpp"
#include "app/window/picture/histogram_picture.hpp"
#include "core/base/failure.hpp"
#include "core/color/colorize.hpp"
#include "core/io/file.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {
namespace {

constexpr int samples_a_pixel = 4;  // along each side, at most
constexpr std::size_t largest_file = std::size_t{1} << 18;

std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& name) {
  return folder / (name + ".png");
}

/// Returns the mean of some pixels, channel by channel.
std::uint32_t mean_color(const Picture& picture, int x0, int y0, int x1, int y1) {
  std::array<std::uint64_t, 4> sum{};
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const std::uint32_t pixel = picture.pixels[static_cast<std::size_t>(y) * picture.size.width + x];
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += pixel >> (8 * c) & 0xffU;
    }
  }
  const auto count = static_cast<std::uint64_t>(x1 - x0) * static_cast<std::uint64_t>(y1 - y0);
  std::uint32_t out = 0;
  for (std::size_t c = 0; c < sum.size(); ++c) out |= static_cast<std::uint32_t>((sum[c] + count / 2) / count) << 8 * c;
  return out;
}

Picture shrunk(const Picture& picture) {
  const Size all = picture.size;
  const double factor = std::min({1.0, static_cast<double>(largest_view_picture.width) / all.width,
                                  static_cast<double>(largest_view_picture.height) / all.height});
  const auto side = [&](int length) { return std::max(1, static_cast<int>(std::floor(length * factor))); };
  Picture out{{side(all.width), side(all.height)}, {}};
  out.pixels.reserve(static_cast<std::size_t>(out.size.area()));
  const auto edge = [](int i, int count, int whole) {
    return static_cast<int>(static_cast<std::int64_t>(i) * whole / count);
  };
  for (int y = 0; y < out.size.height; ++y) {
    for (int x = 0; x < out.size.width; ++x) {
      out.pixels.push_back(mean_color(picture, edge(x, out.size.width, all.width), edge(y, out.size.height, all.height),
                                      edge(x + 1, out.size.width, all.width),
                                      edge(y + 1, out.size.height, all.height)));
    }
  }
  return out;
}

}  // namespace

Picture small_picture(const Frame& frame, const Look& look) {
  if (frame.plan.workload->gives_numbers()) return shrunk(histogram_picture(frame, look, false));
  FieldSamples samples = samples_of(frame.colored(), samples_a_pixel * largest_view_picture.width);
  const FieldView view{.data = samples.values.data(), .size = samples.size, .precision = Precision::fp64};
  Picture all{samples.size, colorize(view, color_map(look, frame))};
  for (std::size_t i = 0; i < samples.values.size(); ++i) {
    if (std::isnan(samples.values[i])) all.pixels[i] = no_color;
  }
  return shrunk(all);
}

Picture load_view_picture(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path file = file_of(folder, name);
  Picture out = decode_png(read_file(file, largest_file), file.string());
  if (out.size.width > largest_view_picture.width || out.size.height > largest_view_picture.height)
    throw BadInput(file.string() + ": too large for the small picture of a view");
  return out;
}

void save_view_picture(const std::filesystem::path& folder, const std::string& name, const Picture& picture) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw BadInput("cannot make the folder " + folder.string() + ": " + failed.message());
  write_file(file_of(folder, name), encode_png(picture, {}));
}

void remove_other_pictures(const std::filesystem::path& folder, const std::vector<std::string>& names,
                           std::filesystem::file_time_type before) {
  constexpr std::size_t digits = 16;
  std::error_code unreadable;
  std::vector<std::filesystem::path> others;
  std::filesystem::directory_iterator entries(folder, unreadable);
  for (; !unreadable && entries != std::filesystem::directory_iterator(); entries.increment(unreadable)) {
    const std::filesystem::path& each = entries->path();
    const std::string stem = each.stem().string();
    const bool ours = each.extension() == ".png" && stem.size() == digits &&
                      stem.find_first_not_of("0123456789abcdef") == std::string::npos;
    std::error_code gone;
    const bool old = std::filesystem::last_write_time(each, gone) < before && !gone;
    if (ours && old && std::ranges::find(names, stem) == names.end()) others.push_back(each);
  }
  for (const auto& each : others) std::filesystem::remove(each, unreadable);
}

void ViewPictures::take(Ui& ui) {
  auto made = task_.take();
  if (!made) return;
  if (!made->failure.empty() && !std::exchange(failed_, true)) ui.fail(made->failure);
  for (const std::string& each : made->missing) known_[each] = Known::missing;
  for (const auto& [name, picture] : made->pictures) {
    auto texture = std::make_unique<Texture>();
    texture->show(picture.size, picture.pixels.data());
    ids_[name] = {texture->id(), static_cast<float>(picture.size.width) / static_cast<float>(picture.size.height)};
    textures_[name] = std::move(texture);
    known_[name] = Known::there;
  }
}

/// Notes the picture's name of the present view once it is on the screen; works it out only when something has changed.
void ViewPictures::note_present(const WindowModel& model, const FrameView& view) {
  if (kept_.list.all().empty() || is_playing(model, view) || !view.answers(model.settings())) {
    kept_.present.clear();
    present_of_.reset();
    return;
  }
  const bool same = present_of_ && present_of_->problem == model.settings().problem &&
                    present_of_->look == model.settings().look && revision_ == kept_.list.revision();
  if (same) return;
  present_of_ = model.settings();
  revision_ = kept_.list.revision();
  kept_.present.clear();
  attempt([&] { kept_.present = about_view(own_view({}, model.settings(), model.catalog), model.catalog).picture; });
}

/// Reads pictures from the folder; the first time, removes those that belong to no view.
void ViewPictures::read(const std::vector<std::string>& names, bool first) {
  task_.start(
      // a view is written to the file some seconds after its picture is in the folder
      [folder = folder_, names, first, before = made_ - std::chrono::minutes(1)] {
        Made out;
        if (first && !folder.empty()) remove_other_pictures(folder, names, before);
        for (const std::string& each : names) {
          const Failure none = attempt([&] { out.pictures.emplace(each, load_view_picture(folder, each)); });
          if (none) out.missing.push_back(each);
        }
        return out;
      },
      [names](const Failure& failure) {
        return Made{{}, names, "the small pictures of saved views could not be read: " + failure.line};
      });
}

/// Makes the picture of the frame on the screen, which shows the view.
void ViewPictures::make(const WindowModel& model, const FrameView& view) {
  task_.start(
      [folder = folder_, name = kept_.present, frame = view.frame, look = model.settings().look] {
        Made out;
        const Picture picture = small_picture(*frame, look);
        if (!folder.empty()) {
          if (const Failure failed = attempt([&] { save_view_picture(folder, name, picture); }))
            out.failure = failed.line;
        }
        out.pictures.emplace(name, picture);
        return out;
      },
      [](const Failure& failure) {
        return Made{{}, {}, "the small picture of a saved view could not be made: " + failure.line};
      });
}

void ViewPictures::update(const Window& window) {
  take(window.ui);
  note_present(window.model, window.view);
  if (task_.busy()) return;
  std::vector<std::string> unknown;
  bool shown = false;
  for (const ViewAbout& each : kept_.list.about()) {
    if (each.picture.empty()) continue;
    shown = shown || each.picture == kept_.present;
    if (!known_.contains(each.picture)) unknown.push_back(each.picture);
  }
  if (!unknown.empty() && (shown || wanted_)) return read(unknown, !std::exchange(begun_, true));
  const auto present = known_.find(kept_.present);
  if (!shown || failed_ || present == known_.end() || present->second != Known::missing) return;
  make(window.model, window.view);
}

}  // namespace heteroscope
