#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/commands/progress.hpp"
#include "app/commands/to_end.hpp"
#include "app/compute/compute.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/options/unused_options.hpp"
#include "app/production/movie/keyframes.hpp"
#include "app/production/movie/movie.hpp"
#include "app/production/movie/movie_format.hpp"
#include "app/production/movie/numbered_name.hpp"
#include "app/production/movie/zoom_map.hpp"
#include "app/ranks/ranks.hpp"
#include "core/base/comma_list.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/model/settings/settings.hpp"
#include "core/movie/key_frames.hpp"
#include "core/process/signals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// The key frames, as they were typed: in a file, or one by one.
struct KeyFrameOptions {
  std::optional<std::string> file;
  std::optional<std::string> from;  ///< none: what the other options say
  std::vector<std::string> via;
  std::optional<std::string> to;
};

bool is_settings_file(const std::string& text) {
  const std::string extension = extension_of(text);
  return extension == ".json" || extension == ".png";
}

/// "span=1e-20,steps=7": what differs from the rest.
void set_numbers(Settings& settings, const std::string& text) {
  constexpr std::string_view steps = "steps=";
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  std::vector<std::string> words;
  for (const std::string_view each : words_between_commas(text)) words.emplace_back(each);
  refuse_repeated("the word", words);
  for (const std::string& word : words) {
    if (word.find('=') == word.npos) throw BadInput(fmt::format("'{}' is not KEY=VALUE", excerpt(word)));
    if (!word.starts_with(steps) || workload.find_parameter("steps") != nullptr) {
      set_parameters(settings, catalog(), {word});
      continue;
    }
    if (!workload.iterates()) throw BadInput(fmt::format("steps: {} takes no steps", workload.id));
    settings.problem.steps = parse_whole("steps", word.substr(steps.size()), 0, most_steps);
  }
}

/// What a key frame's word makes of the settings that the other options say.
class KeyFrameReader {
 public:
  KeyFrameReader(const SettingsOptions& typed, FileUse& use) : typed_(typed), use_(use) {}

  /// `before`: the key frame before it, or else what the other options say.
  [[nodiscard]] KeyFrame read(const std::string& option, const std::string& text, const Settings& before) const {
    KeyFrame out{.name = fmt::format("{} {}", option, excerpt(text)), .settings = before};
    try {
      set(out.settings, option, text);
    } catch (const BadInput& wrong) {
      throw BadInput(fmt::format("{}: {}", out.name, wrong.what()));
    }
    return out;
  }

 private:
  void set(Settings& settings, const std::string& option, const std::string& text) const {
    const Workload& workload = find_workload(catalog(), settings.problem.workload);
    const bool is_scene = std::ranges::any_of(workload.scenes, [&](const Scene& each) { return each.id == text; });
    if (is_scene) {
      apply_scene(settings, workload, find_scene(workload, text));
      set_parameters(settings, catalog(), typed_.words("parameters"));
    } else if (is_settings_file(text)) {
      use_.reads(option, text);
      settings.problem = problem_in(text, settings.problem);
    } else if (text.find('=') != std::string::npos) {
      set_numbers(settings, text);
    } else {
      throw BadInput(fmt::format("not a .json or .png with settings, not KEY=VALUE, and not a scene of {} ({})",
                                 workload.id, list_ids(workload.scenes, [](const Scene& each) { return each.id; })));
    }
  }

  [[nodiscard]] Problem problem_in(const std::string& file, const Problem& before) const {
    SettingsOptions options = typed_;
    options.workload = before.workload;
    options.settings_file = file;
    options.scene.reset();
    Problem out = make_problem(options).problem;
    out.size = before.size;
    return out;
  }

  const SettingsOptions& typed_;
  FileUse& use_;
};

/// All of a file, as the window's recording saves them.
KeyFrames read_keyframes(const KeyFrameOptions& options, const SettingsOptions& typed, FileUse& use) {
  const std::string& file = *options.file;
  if (options.from || !options.via.empty() || options.to)
    throw BadInput("--keyframes already names all key frames: leave out --from, --via and --to");
  if (typed.settings_file || typed.scene)
    throw BadInput("--keyframes already names all key frames: leave out --settings and --scene");
  use.reads("--keyframes", file);
  const std::string text = read_text(file, longest_keyframes, Streams::piped);
  std::vector<Settings> keyframes;
  for (const Settings& each : keyframes_from_json(text, file)) {
    if (typed.workload && each.problem.workload != *typed.workload) {
      throw BadInput(
          fmt::format("{} contains settings of {}, not of {}", file, each.problem.workload, *typed.workload));
    }
    keyframes.push_back(change_settings(each, typed));
  }
  return recorded_key_frames(keyframes);
}

void add_key_frame_options(Command& command, KeyFrameOptions& options) {
  const std::string group = "Key frames";
  const char* const type = "FILE|SCENE|KEY=VALUE,…";
  command
      .add_option("--from", options.from,
                  "The first key frame: settings (.json, or a PNG that heteroscope\nwrote), a scene, or numbers "
                  "that differ from the other options\n(span=1e-9, steps=100). If not given: the other options")
      ->type_name(type)
      ->group(group);
  command
      .add_repeatable("--via", options.via,
                      "A key frame in between; numbers differ from the key frame before it.\nRepeat for more")
      ->type_name(type)
      ->group(group);
  command.add_option("--to", options.to, "The last key frame; required")->type_name(type)->group(group);
  command
      .add_option("--keyframes", options.file,
                  "A file with all key frames, as the window's recording (Ctrl+R) saves\nit; the first key frame, "
                  "or other options, say how they are computed\nand colored, and the size")
      ->type_name("FILE")
      ->group(group);
}

/// Each key frame is a file with settings, a scene of the workload, or numbers by which it differs from the one before
/// ("span=1e-20,center_re=-0.75", "steps=4000"), the first from what the other options say. What those options set
/// holds in all of them; how it is computed and colored, and the size, are theirs alone, or where no workload is named
/// those of the first file. Those in a file of key frames are settings, in which the other options are
/// set; the first one's execution, look and size are all's. Notes in `use` which files are read. Throws BadInput.
KeyFrames make_key_frames(const KeyFrameOptions& options, const SettingsOptions& typed, FileUse& use) {
  if (options.file) return read_keyframes(options, typed, use);
  if (!options.to)
    throw BadInput("movie: --to is required, for example --to span=1e-9 or --to picture.png; or --keyframes FILE");
  SettingsOptions base = typed;
  if (!base.workload && !base.settings_file) {
    if (!options.from || !is_settings_file(*options.from))
      throw BadInput("which workload? Name one of `heteroscope list`, or give --from FILE");
    base.settings_file = options.from;
  }
  if (typed.settings_file) use.reads("--settings", *typed.settings_file);
  const KeyFrameReader reader(typed, use);
  std::vector<KeyFrame> frames{{.name = "the start", .settings = make_settings(base)}};
  if (options.from) frames.front() = reader.read("--from", *options.from, frames.front().settings);
  const auto add = [&](const std::string& option, const std::string& text) {
    frames.push_back(reader.read(option, text, frames.back().settings));
  };
  for (const std::string& each : options.via) add("--via", each);
  add("--to", *options.to);
  return {std::move(frames), catalog()};
}

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

/// The key frames that the options name. Throws BadInput for options that none of them takes.
KeyFrames asked_keys(const MovieOptions& options, FileUse& use) {
  KeyFrames out = make_key_frames(options.keys, options.settings, use);
  const Settings& first = out.all().front().settings;
  refuse_unused(options.settings, first);
  refuse_unused_parameters(options.settings, settings_of_keys(out));
  refuse_unused_execution(options.settings, first);
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
  const KeyFrames keys = asked_keys(options, use);
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
  KeyFrames keys = asked_keys(options, use);
  use.reads_source(keys.all().front().settings);
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
