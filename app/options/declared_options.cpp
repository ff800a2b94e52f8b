#include "app/console/console.hpp"
#include "app/options/settings_options.hpp"

/// The options by which settings are typed, as --help has them.
namespace heteroscope {

void add_problem_options(Command& command, SettingsOptions& options) {
  command.add_option("WORKLOAD", options.workload, "What to compute: an id that `heteroscope list` names");
  const std::string group = "Problem";
  command.add_option("--settings", options.settings_file, "Start from a saved .json or a PNG that heteroscope wrote")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--source", options.source,
                  "Where an image comes from: a pattern, a workload (`heteroscope list`\nnames them) or a file: PNG, "
                  "JPEG, PGM, .npy")
      ->type_name("ID[:NUMBER]|FILE")
      ->group(group);
  command.add_option("--scene", options.scene, "Start from one of the workload's scenes, shown as a whole")
      ->type_name("ID")
      ->group(group);
  command
      .add_repeatable("--set", options.set,
                      "Set one parameter, of the source as source.KEY; repeat for more.\nThose that `heteroscope list` "
                      "says have any precision take all digits")
      ->type_name("KEY=VALUE")
      ->group(group);
  command.add_option("--size", options.size, "Width and height in pixels")->type_name("WxH")->group(group);
  command.add_option("--precision", options.precision, "fp32 or fp64; int32 of a histogram's input")
      ->type_name("ID")
      ->group(group);
  command
      .add_option("--steps", options.steps,
                  "Steps that an iterating workload takes from its start; fewer where\nit settles before")
      ->type_name("N")
      ->group(group);
  command
      .add_option("--until", options.until,
                  "Instead of --steps: as many steps as it takes to reach this time of\nthe problem, from 0")
      ->type_name("TIME")
      ->group(group);
  command
      .add_repeatable(
          "--stroke", options.strokes,
          "Paint a dab before a step, at a place and with a radius in shares of\nthe sides; repeat for more, in "
          "the order of their steps")
      ->type_name("STEP:X:Y:RADIUS:AMOUNT")
      ->group(group);
  add_allow_unstable(command, options.allow_unstable, group);
}

void add_allow_unstable(Command& command, bool& allow, const std::string& group) {
  Option* option = command.add_flag("--allow-unstable", allow,
                                    "Compute also with a parameter past the limit that\n`heteroscope list` shows, "
                                    "to see what becomes of it");
  if (!group.empty()) option->group(group);
}

void add_execution_options(Command& command, SettingsOptions& options) {
  const std::string group = "Execution";
  command
      .add_option("--processor", options.processor,
                  "cpu, gpu or split; of several GPUs gpu:0,1, gpu:all or\nsplit:cpu,gpu:0,1. Without it, naming "
                  "variants of one\nprocessor chooses that one, naming both or --split: split")
      ->type_name("ID")
      ->group(group);
  command
      .add_option(
          "--split", options.split,
          "How several processors share a frame: what the GPUs have of it, 0\nto 1, or a share for each but the "
          "last; bisection, auto or queue")
      ->type_name("HOW")
      ->group(group);
  command
      .add_repeatable("--variant", options.variants,
                      "How a stage is computed; repeat for other stages or the other\nprocessor")
      ->type_name("[STAGE=]ID")
      ->group(group);
  command.add_option("--memory", options.memory, "Where the GPU's result lives: device, managed or pinned")
      ->type_name("ID")
      ->group(group);
  command.add_option("--block", options.block, "Threads in a GPU block, 1 to 1024 in all, like 16x16")
      ->type_name("WxH")
      ->group(group);
  command
      .add_option("--mapping", options.mapping,
                  "How blocks are laid over the picture: 1d, 2d or another that\n`heteroscope list` names; without "
                  "a GPU --variant it chooses one")
      ->type_name("ID")
      ->group(group);
  command.add_option("--threads", options.threads, "CPU threads, 0 for one on each core")->type_name("N")->group(group);
  command
      .add_repeatable("--tunable", options.tunables,
                      "A value of what variants declare as tunable, which\n`heteroscope list` names; repeat for more")
      ->type_name("KEY=VALUE")
      ->group(group);
}

void add_look_options(Command& command, SettingsOptions& options) {
  const std::string group = "Look";
  command.add_option("--palette", options.palette, "Colors: an id that `heteroscope list` names")
      ->type_name("ID")
      ->group(group);
  command
      .add_option("--scale", options.scale,
                  "Value to color: linear, sqrt, log, cyclic or histogram;\nor distance: pixels from the Mandelbrot "
                  "set, estimated")
      ->type_name("ID")
      ->group(group);
  command.add_option("--range", options.range, "Values at the palette's two ends, instead of automatic ones")
      ->type_name("LOW:HIGH")
      ->group(group);
}

void add_samples_option(Command& command, SettingsOptions& options) {
  command
      .add_option("--samples", options.samples,
                  "Smooth edges: the mean color of so many samples of each\npixel, 1 to 256 (mandelbrot; default 1)")
      ->type_name("N")
      ->group("Look");
}

}  // namespace heteroscope
