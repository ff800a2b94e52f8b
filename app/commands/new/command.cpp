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
#include "core/model/schema/keyed_words.hpp"
#include "kernels/registry.hpp"
#include "kernels/variant_source.hpp"

namespace heteroscope {

namespace {

constexpr const char* new_footer = R"(
Writes a file with the simplest kernel of a workload (.cu, for the GPU) or its plain loop (.cpp, for
the CPU), which explains what it is given and what it has to compute. It is a variant of your own at
once: open it in an editor, and compute with it by --variant FILE in any command, or open it in the
window. docs/extending/own-variants.md explains such files.

--beside adds the source of one of the program's variants below it, as a comment: the code that
launches its kernels belongs to the program, so the source is there to be read and copied from, not
compiled.

Examples:
  heteroscope new heat my_heat.cu
  heteroscope new heat my_tiles.cu --beside cuda_shared
  heteroscope new binarize --stage mean my_mean.cpp
  heteroscope verify binarize --variant my_mean.cpp
  heteroscope render binarize --variant my_mean.cpp --out mine.png)";

struct NewOptions {
  std::string workload, file;
  std::optional<std::string> stage, beside;
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

/// The start with the source below it that --beside names.
std::string with_source_lines(std::string_view start, const Workload& workload, const Stage& stage, Processor processor,
                              const std::string& beside) {
  const std::string word = beside.find('=') == std::string::npos ? fmt::format("{}={}", stage.id, beside) : beside;
  const FoundVariant found = find_variants(workload, word, catalog()).front();
  if (found.stage != &stage)
    throw BadInput(fmt::format("--beside {}: the file is for the stage {}", excerpt(beside), stage.id));
  if (found.variant->variant->processor != processor) {
    throw BadInput(fmt::format("--beside {}: that is a variant for the {}; name the file with {}", excerpt(beside),
                               words_of(found.variant->variant->processor),
                               processor == Processor::gpu ? ".cpp" : ".cu"));
  }
  const std::optional<VariantSource> source = source_of(workload, stage, *found.variant);
  if (!source) throw BadInput(fmt::format("--beside {}: the program has no source of it", excerpt(beside)));
  return start_beside(start, found.variant->id, source->file);
}

int write_start(const NewOptions& options) {
  const Workload& workload = find_workload(catalog(), options.workload);
  const Stage& stage = chosen_stage(workload, options.stage);
  const std::filesystem::path path(options.file);
  const std::string ending = extension_of(path);
  if (ending != ".cu" && ending != ".cpp") {
    throw BadInput(fmt::format("new: '{}' must end in .cu (a kernel for the GPU) or .cpp (a function for the CPU)",
                               excerpt(options.file)));
  }
  const bool gpu = ending == ".cu";
  std::string start(gpu ? stage.own->gpu_start : stage.own->cpu_start);
  if (options.beside)
    start = with_source_lines(start, workload, stage, gpu ? Processor::gpu : Processor::cpu, *options.beside);
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
  command->add_option("--beside", options->beside, "Add the source of this variant below it, as a comment")
      ->type_name("[STAGE=]ID");
  command->footer(new_footer);
  command->callback([&action, options] { action = [options] { return write_start(*options); }; });
}

}  // namespace heteroscope
