#include "app/window/features/own/start_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/io/new_file.hpp"
#include "kernels/variant_source.hpp"

namespace heteroscope {
namespace {

/// Writes the file into that folder.
std::filesystem::path write_into(const std::filesystem::path& folder, const StartFile& file) {
  const auto name = [&](int number) {
    return number == 1 ? file.stem + file.ending : fmt::format("{}_{}{}", file.stem, number, file.ending);
  };
  const Make make = [&](const Append& append) { append(std::as_bytes(std::span(file.text))); };
  NewFile written(folder / name(1), NewFile::Earlier::kept, make);
  for (int number = 1;; ++number) {
    const bool is_taken = std::ranges::find(file.taken, name(number)) != file.taken.end();
    if (!is_taken && written.put_new(folder / name(number))) return folder / name(number);
  }
}

}  // namespace

const Stage* stage_to_write(const Workload& workload) {
  if (workload.main_stage().own) return &workload.main_stage();
  const auto found = std::ranges::find_if(workload.stages, [](const Stage& each) { return each.own.has_value(); });
  return found == workload.stages.end() ? nullptr : &*found;
}

StartFile start_file(const Workload& workload, const Stage& stage, Processor processor) {
  const bool gpu = processor != Processor::cpu;
  StartFile out{.stem = fmt::format("my_{}", workload.id),
                .ending = gpu ? ".cu" : ".cpp",
                .text = std::string(gpu ? stage.own->gpu_start : stage.own->cpu_start),
                .taken = {},
                .folders = {}};
  for (const NamedVariant& each : stage.variants) {
    if (each.variant->own != nullptr) out.taken.emplace_back(each.id);
  }
  return out;
}

StartFile start_file(const Workload& workload, const FoundVariant& beside) {
  StartFile out = start_file(workload, *beside.stage, beside.variant->variant->processor);
  if (const auto source = source_of(workload, *beside.stage, *beside.variant))
    out.text = start_beside(out.text, beside.variant->id, source->file);
  return out;
}

std::filesystem::path write_start_file(const StartFile& file) {
  Failure failure;
  for (const std::filesystem::path& folder : file.folders) {
    std::filesystem::path out;
    failure = attempt([&] { out = write_into(folder, file); });
    if (!failure) return out;
  }
  throw BadInput(failure.line);
}

}  // namespace heteroscope
