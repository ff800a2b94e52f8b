#include "app/commands/movie/key_frame_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/production/movie/keyframes.hpp"
#include "core/base/comma_list.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

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
    if (typed.workload && each.problem.workload != *typed.workload)
      throw BadInput(
          fmt::format("{} contains settings of {}, not of {}", file, each.problem.workload, *typed.workload));
    keyframes.push_back(change_settings(each, typed));
  }
  return recorded_key_frames(keyframes);
}

}  // namespace

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

}  // namespace heteroscope
