#include <fmt/format.h>

#include <cmath>

#include "app/commands/commands.hpp"
#include "app/commands/movie/key_frame_options.hpp"
#include "app/commands/progress.hpp"
#include "app/commands/to_end.hpp"
#include "app/compute/compute.hpp"
#include "app/options/unused_options.hpp"
#include "app/production/movie/movie.hpp"
#include "app/production/movie/movie_format.hpp"
#include "app/production/movie/numbered_name.hpp"
#include "app/production/movie/zoom_map.hpp"
#include "app/ranks/ranks.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/process/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

struct MovieOptions {
  SettingsOptions settings;
  KeyFrameOptions keys;
  std::string out;
  std::optional<std::string> seconds, rate, frames;
  std::optional<std::string> map;
  bool reuse = false;
  bool resume = false;
};

constexpr const char* footer = R"(
Whatever numbers differ from one key frame to the next move between them: a view's width by equal factors in
equal times, steps and most other numbers evenly. Frame by frame it is what `render` makes of the same settings.
Where the colors' ends would follow from a frame's own values, nine frames are looked at first, and all have the
widest of their ends; --range names others.

Examples:
  heteroscope movie mandelbrot --scene full --to seahorses --set max_iterations=2000 --frames 12 --out frame%03d.png
  heteroscope movie mandelbrot --from full --via seahorses --to spiral --size 320x240 --seconds 1 --out zoom.mkv
  heteroscope movie --keyframes heteroscope-mandelbrot-keyframes.json --frames 600 --out recorded.mkv
  heteroscope movie --from fractal.png --to span=1e-3 --frames 5 --out part%d.png
  heteroscope movie heat --set initial=spot --set n=129 --to steps=4000 --frames 20 --out warm.mkv
  heteroscope movie triangle --scene collision --to time=2 --frames 20 --out disks%02d.png
  heteroscope movie mandelbrot --scene full --to spiral --set max_iterations=4000 --size 320x180 --map way.png

Several processes share the frames, and the files are those of one. Where each frame goes on from the one
before, as heat's do, one process makes them.

With several processes:
  mpirun -n 4 heteroscope movie mandelbrot --scene full --to spiral --frames 600 --out way.mkv

Bare frames, for a program of your own:
  heteroscope movie mandelbrot --to span=1e-6 --size 640x360 --out - | ffmpeg -f rawvideo -pix_fmt rgb24 \
    -s 640x360 -r 30 -i - zoom.gif)";

constexpr std::int64_t most_frames = 1'000'000;
constexpr double usual_rate = 30;
constexpr double usual_seconds = 10;

double rate_of(const MovieOptions& options) {
  constexpr double slowest = 0.01;
  constexpr double fastest = 1000;
  return options.rate ? parse_real("--fps", *options.rate, slowest, fastest) : usual_rate;
}

/// How many there are to be; what was typed and changes nothing is refused.
std::int64_t count_of(const MovieOptions& options, MovieFormat format) {
  if (options.frames && options.seconds) throw BadInput("--frames and --seconds both say how many frames: give one");
  if (options.frames) {
    if (options.rate && format != MovieFormat::video)
      throw BadInput("--fps: only a video's file holds how many frames a second it has; --frames says how many");
    return parse_whole("--frames", *options.frames, 2, most_frames);
  }
  const double seconds = options.seconds ? parse_duration("--seconds", *options.seconds) : usual_seconds;
  const double count = std::round(seconds * rate_of(options));
  if (count >= 2 && count <= static_cast<double>(most_frames)) return static_cast<std::int64_t>(count);
  throw BadInput(fmt::format("--seconds: {} frames are outside 2 to {}", count, most_frames));
}

void check_files(FileUse& use, const MovieOptions& options, MovieFormat format) {
  if (format == MovieFormat::raw) use.writes("--out", std::optional<std::string>("-"));
  if (format == MovieFormat::video) use.writes("--out", std::filesystem::path(options.out));
  if (format == MovieFormat::pngs) use.writes("--out", NumberedName(named_frames(options.out)).of(0));
  use.check();
}

std::vector<Settings> settings_of(const KeyFrames& keys) {
  std::vector<Settings> out;
  for (const KeyFrame& each : keys.all()) out.push_back(each.settings);
  return out;
}

/// The whole way as one picture, instead of frames.
int make_map(const MovieOptions& options) {
  if (ranks() != nullptr) throw BadInput("--map: one process makes it, without mpirun");
  if (!options.out.empty() || options.seconds || options.rate || options.frames || options.reuse || options.resume)
    throw BadInput("--map is one picture: without --out, --seconds, --fps, --frames, --reuse and --resume");
  const std::filesystem::path out(*options.map);
  if (extension_of(out) != ".png") throw BadInput(fmt::format("--map '{}' must end in .png", excerpt(*options.map)));
  FileUse use;
  KeyFrames keys = make_key_frames(options.keys, options.settings, use);
  const Settings& first = keys.all().front().settings;
  refuse_unused(options.settings, first);
  refuse_unused_parameters(options.settings, settings_of(keys));
  refuse_unused_execution(options.settings, first);
  use.writes("--map", out);
  use.check();
  return make_to_end(*make_zoom_map(keys, out, {.stop = EndOnRequest::token()}), "movie");
}

int movie(const MovieOptions& options) {
  if (options.map) return make_map(options);
  if (options.out.empty()) throw BadInput("movie: --out is required, such as --out frame%05d.png or --out zoom.mp4");
  const MovieFormat format = movie_format(options.out);
  if (options.resume && format != MovieFormat::pngs) throw BadInput("--resume is of frames that are PNG files");
  if (options.resume && options.reuse)
    throw BadInput("--resume: frames that are taken from others (--reuse) hold no settings to know them by");
  const std::int64_t count = count_of(options, format);
  FileUse use;
  KeyFrames keys = make_key_frames(options.keys, options.settings, use);
  const Settings& first = keys.all().front().settings;
  refuse_unused(options.settings, first);
  refuse_unused_parameters(options.settings, settings_of(keys));
  refuse_unused_execution(options.settings, first);
  use.reads_source(first);
  check_files(use, options, format);
  const auto production = make_movie({.keys = std::move(keys),
                                      .frames = count,
                                      .rate = rate_of(options),
                                      .out = options.out,
                                      .reuse = options.reuse,
                                      .resume = options.resume,
                                      .allow_unstable = options.settings.allow_unstable,
                                      .waiter = {.stop = EndOnRequest::token(), .progress = shown_table("movie")}});
  return make_to_end(*production, "movie", format == MovieFormat::raw ? Told::beside : Told::out);
}

}  // namespace

void add_movie_command(Command& program, Action& action) {
  auto options = std::make_shared<MovieOptions>();
  Command* command =
      program.add_subcommand("movie", "Compute frames on the way from one picture to another: PNGs,\na video, or bare");
  add_problem_options(*command, options->settings);
  add_key_frame_options(*command, options->keys);
  add_execution_options(*command, options->settings);
  add_look_options(*command, options->settings);
  add_samples_option(*command, options->settings);
  const std::string group = "Output";
  command
      ->add_option("--out", options->out,
                   "Where to write: numbered PNGs (frame%05d.png, or a folder), each of\nwhich holds its settings; a "
                   "video (.mp4, .webm, or .mkv to the last\nbit; ffmpeg makes it); - for bare frames on standard "
                   "output, three\nbytes a pixel; required")
      ->type_name("NAME")
      ->group(group);
  command->add_option("--seconds", options->seconds, "How long it lasts (10s)")->type_name("DURATION")->group(group);
  command->add_option("--fps", options->rate, "Frames a second (30)")->type_name("N")->group(group);
  command
      ->add_option("--map", options->map,
                   "Instead of frames: the whole zoom as one picture, whose columns are\ndirections and whose rows are "
                   "distances from what is flown to, by\nequal factors, as fine as frames of --size")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--frames", options->frames, "How many frames, instead of --seconds")
      ->type_name("N")
      ->group(group);
  command
      ->add_flag(
          "--reuse", options->reuse,
          "Of a zoom: take frames from pictures of four times the pixels,\nof which each covers several, instead "
          "of computing them all; each\npixel is that of a place at most half a pixel away. How many have\nanother "
          "color, and by how much, is measured and said")
      ->group(group);
  command
      ->add_flag("--resume", options->resume,
                 "Go on with PNG frames that were stopped: those that are there are\nkept, if they are of this movie")
      ->group(group);
  command->footer(footer);
  command->callback([options, &action] { action = [options] { return movie(*options); }; });
}

}  // namespace heteroscope
