#include "app/window/model/render_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/production/movie/video_file.hpp"
#include "core/base/shell_word.hpp"
#include "core/model/schema/command_text.hpp"

namespace heteroscope {

std::string render_command(const Settings& settings, Catalog catalog, const std::filesystem::path& out_file) {
  return "heteroscope render " + render_options_of(settings, catalog) + look_options_of(settings, catalog) + " --out " +
         shell_word(out_file.string());
}

std::string render_command(const Settings& settings, Catalog catalog) {
  return render_command(settings, catalog, settings.problem.workload + ".png");
}

std::string movie_command(const std::filesystem::path& keyframes, Size size, std::int64_t frames, double rate,
                          const std::filesystem::path& out) {
  const bool video = is_video(out);
  const std::string make_folder = video ? "" : fmt::format("mkdir -p {} && ", shell_word(out.string()));
  const std::string fps = video ? fmt::format(" --fps {}", rate) : "";
  return fmt::format("{}heteroscope movie --keyframes {} --size {}x{} --frames {}{} --out {}", make_folder,
                     shell_word(keyframes.string()), size.width, size.height, frames, fps,
                     shell_word((video ? out : out / "%05d.png").string()));
}

std::string profile_command(const Settings& settings, Catalog catalog) {
  return "heteroscope profile " + render_options_of(settings, catalog);
}

std::string bench_command(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  // bench would take values that are not given from each of its scenes
  std::string out = "heteroscope bench " + problem_options_of(settings, catalog, Written::all);
  const auto scene = std::ranges::find_if(workload.scenes, &Scene::benchmark);
  if (scene != workload.scenes.end()) out += fmt::format(" --scene {}", scene->id);
  return out + bench_options_of(settings, catalog);
}

}  // namespace heteroscope
