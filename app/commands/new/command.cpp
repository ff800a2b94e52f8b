#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/own/own_source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* footer = R"(
Writes a file with the simplest kernel of a workload (.cu, for the GPU) or its plain loop (.cpp, for
the CPU), which explains what it is given and what it has to compute. It is a variant of your own at
once: open it in an editor, and compute with it by --variant FILE in any command, or open it in the
window. docs/extending/own-variants.md explains such files.

Examples:
  heteroscope new heat my_heat.cu
  heteroscope new binarize --stage mean my_mean.cpp
  heteroscope verify binarize --variant my_mean.cpp
  heteroscope render binarize --variant my_mean.cpp --out mine.png)";

struct NewOptions {
  std::string workload, file;
  std::optional<std::string> stage;
};

/// The stages for which a person can write variants.
std::vector<std::string_view> open_stages(const Workload& workload) {
  std::vector<std::string_view> out;
  for (const Stage& each : workload.stages) {
    if (each.own) out.push_back(each.id);
  }
  return out;
}

const Stage& chosen_stage(const Workload& workload, const std::optional<std::string>& named) {
  const std::vector<std::string_view> known = open_stages(workload);
  if (known.empty()) throw BadInput(fmt::format("new: {} takes no variants of one's own", workload.id));
  if (!named && known.size() > 1) {
    throw BadInput(
        fmt::format("new: which stage of {}? Choose one by --stage: {}", workload.id, fmt::join(known, ", ")));
  }
  const std::string_view wanted = named ? std::string_view(*named) : known.front();
  const auto found = std::ranges::find(workload.stages, wanted, &Stage::id);
  if (found == workload.stages.end() || !found->own) {
    throw BadInput(fmt::format("--stage '{}': {} has no such stage for variants of one's own ({})", excerpt(*named),
                               workload.id, fmt::join(known, ", ")));
  }
  return *found;
}

int write_start(const NewOptions& options) {
  const Stage& stage = chosen_stage(find_workload(catalog(), options.workload), options.stage);
  const std::filesystem::path path(options.file);
  const std::string ending = extension_of(path);
  if (ending != ".cu" && ending != ".cpp") {
    throw BadInput(fmt::format("new: '{}' must end in .cu (a kernel for the GPU) or .cpp (a function for the CPU)",
                               excerpt(options.file)));
  }
  const std::string_view start = ending == ".cu" ? stage.own->gpu_start : stage.own->cpu_start;
  write_new_file(path, std::as_bytes(std::span(start)));
  print_out(fmt::format("wrote {}\n", path.string()));
  return exit_success;
}

}  // namespace

void add_new_command(Command& program, Action& action) {
  auto options = std::make_shared<NewOptions>();
  Command* const command = program.add_subcommand("new", "Write a file to start a variant of your own from");
  command->add_option("WORKLOAD", options->workload, "What it computes: a workload that `heteroscope list` names")
      ->required();
  command->add_option("FILE", options->file, "The new file: it ends in .cu for the GPU, in .cpp for the CPU")
      ->required();
  command->add_option("--stage", options->stage, "Which stage it computes, where a workload has several")
      ->type_name("ID");
  command->footer(footer);
  command->callback([&action, options] { action = [options] { return write_start(*options); }; });
}

}  // namespace heteroscope
