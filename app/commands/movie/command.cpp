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

constexpr const char* movie_footer = R"(
All numbers that differ between two key frames change gradually: the width of a view by a constant
factor per frame, steps and most other numbers by a constant amount. Each frame is the same as
`render` makes of its settings. If the ends of the colors depend on the values, nine frames are
computed first, and all frames use the widest range found; --range sets another.

Examples:
  heteroscope movie mandelbrot --scene full --to seahorses --set max_iterations=2000 --frames 12 --out frame%03d.png
  heteroscope movie mandelbrot --from full --via seahorses --to spiral --size 320x240 --seconds 1 --out zoom.mkv
  heteroscope movie --keyframes heteroscope-mandelbrot-keyframes.json --frames 600 --out recorded.mkv
  heteroscope movie --from fractal.png --to span=1e-3 --frames 5 --out part%d.png
  heteroscope movie heat --set initial=spot --set n=129 --to steps=4000 --frames 20 --out warm.mkv
  heteroscope movie triangle --scene collision --to time=2 --frames 20 --out disks%02d.png
  heteroscope movie mandelbrot --scene full --to spiral --set max_iterations=4000 --size 320x180 --map way.png

Several processes share the frames and write the same files as one. Workloads in which each frame continues
the one before, such as heat, need one process.

With several processes:
  mpirun -n 4 heteroscope movie mandelbrot --scene full --to spiral --frames 600 --out way.mkv

Raw frames, for another program:
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
  if (options.frames && options.seconds)
    throw BadInput("--frames and --seconds both set the number of frames: give only one");
  if (options.frames) {
    if (options.rate && format != MovieFormat::video)
      throw BadInput("--fps: only a video file stores frames per second; --frames sets the number of frames");
    return parse_whole("--frames", *options.frames, 2, most_frames);
  }
  const double seconds = options.seconds ? parse_duration("--seconds", *options.seconds) : usual_seconds;
  const double count = std::round(seconds * rate_of(options));
  if (count >= 2 && count <= static_cast<double>(most_frames)) return static_cast<std::int64_t>(count);
  throw BadInput(fmt::format("--seconds: {} frames are not from 2 to {}", count, most_frames));
}

void check_files(FileUse& use, const MovieOptions& options, MovieFormat format) {
  if (format == MovieFormat::raw) use.writes("--out", std::optional<std::string>("-"));
  if (format == MovieFormat::video) use.writes("--out", std::filesystem::path(options.out));
  if (format == MovieFormat::pngs) use.writes("--out", NumberedName(named_frames(options.out)).of(0));
  use.check();
}

std::vector<Settings> settings_of_keys(const KeyFrames& keys) {
  std::vector<Settings> out;
  for (const KeyFrame& each : keys.all()) out.push_back(each.settings);
  return out;
}

/// The whole way as one picture, instead of frames.
int make_map(const MovieOptions& options) {
  if (ranks() != nullptr) throw BadInput("--map needs one process, without mpirun");
  if (!options.out.empty() || options.seconds || options.rate || options.frames || options.reuse || options.resume)
    throw BadInput("--map writes one picture: leave out --out, --seconds, --fps, --frames, --reuse and --resume");
  const std::filesystem::path out(*options.map);
  if (extension_of(out) != ".png") throw BadInput(fmt::format("--map '{}' must end in .png", excerpt(*options.map)));
  FileUse use;
  KeyFrames keys = make_key_frames(options.keys, options.settings, use);
  const Settings& first = keys.all().front().settings;
  refuse_unused(options.settings, first);
  refuse_unused_parameters(options.settings, settings_of_keys(keys));
  refuse_unused_execution(options.settings, first);
  use.writes("--map", out);
  use.check();
  return make_to_end(*make_zoom_map(keys, out, {.stop = EndOnRequest::token()}), "movie");
}

int movie(const MovieOptions& options) {
  if (options.map) return make_map(options);
  if (options.out.empty())
    throw BadInput("movie: --out is required, for example --out frame%05d.png or --out zoom.mp4");
  const MovieFormat format = movie_format(options.out);
  if (options.resume && format != MovieFormat::pngs) throw BadInput("--resume is for frames that are PNG files");
  if (options.resume && options.reuse)
    throw BadInput("--resume: frames of --reuse contain no settings by which to recognize them");
  const std::int64_t count = count_of(options, format);
  FileUse use;
  KeyFrames keys = make_key_frames(options.keys, options.settings, use);
  const Settings& first = keys.all().front().settings;
  refuse_unused(options.settings, first);
  refuse_unused_parameters(options.settings, settings_of_keys(keys));
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
      program.add_subcommand("movie", "Compute a movie between key frames: numbered PNGs, a video, or raw\nframes");
  add_problem_options(*command, options->settings);
  add_key_frame_options(*command, options->keys);
  add_execution_options(*command, options->settings);
  add_look_options(*command, options->settings);
  add_samples_option(*command, options->settings);
  const std::string group = "Output";
  command
      ->add_option("--out", options->out,
                   "Where to write: numbered PNGs (frame%05d.png, or a folder), each\nwith its settings; a video "
                   "(.mp4, .webm, or .mkv without loss; needs\nffmpeg); or - for raw frames on standard output, "
                   "three bytes per\npixel. Required")
      ->type_name("NAME")
      ->group(group);
  command->add_option("--seconds", options->seconds, "Length of the movie (10s)")->type_name("DURATION")->group(group);
  command->add_option("--fps", options->rate, "Frames per second (30)")->type_name("N")->group(group);
  command
      ->add_option("--map", options->map,
                   "Instead of frames: write the whole zoom as one picture. Its columns\nare directions and its rows "
                   "are distances from the target, on a\nlogarithmic scale, as fine as frames of --size")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--frames", options->frames, "Number of frames, instead of --seconds")
      ->type_name("N")
      ->group(group);
  command
      ->add_flag("--reuse", options->reuse,
                 "For a zoom: compute fewer pictures with four times the pixels and\ncut several frames from each. "
                 "A pixel then shows a place at most\nhalf a pixel away; how many pixels get another color, and by "
                 "how\nmuch, is measured and reported")
      ->group(group);
  command
      ->add_flag("--resume", options->resume,
                 "Continue a movie of PNG frames that was stopped; frames of this\nmovie that exist are kept")
      ->group(group);
  command->footer(movie_footer);
  command->callback([options, &action] { action = [options] { return movie(*options); }; });
}

}  // namespace heteroscope
