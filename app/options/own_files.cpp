#include "app/options/own_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/device/device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

const OwnVariant& open_own_file(const std::filesystem::path& path) {
  const OwnVariant& out = own_variants().add(path);
  const bool can_compile = out.source().processor == Processor::cpu || device::facts().available;
  if (can_compile) out.prepare(CompileEffort::full);
  return out;
}

std::string variant_word(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  const std::string word = equals == std::string::npos ? typed : typed.substr(equals + 1);
  if (!is_own_source(word)) return typed;
  const OwnSource& source = open_own_file(word).source();
  const std::string_view stage = source.workload->stages[source.stage].id;
  if (equals != std::string::npos && typed.substr(0, equals) != stage)
    throw BadInput(fmt::format("--variant {}: {} is a variant of stage {}", excerpt(typed), source.id(), stage));
  return fmt::format("{}={}", stage, source.id());
}

OwnFolder open_own_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  std::filesystem::directory_iterator entries(folder, failed);
  if (failed) throw BadInput(fmt::format("--variants {}: {}", folder.string(), failed.message()));
  for (const auto& each : entries) {
    if (is_own_source(each.path())) files.push_back(each.path());
  }
  if (files.empty())
    throw BadInput(fmt::format("--variants {}: it has no files that end in .cu or .cpp", folder.string()));
  std::ranges::sort(files);
  OwnFolder out;
  for (const std::filesystem::path& each : files) {
    const Failure failure = attempt([&] { out.variants.push_back(&open_own_file(each)); });
    if (failure) out.refused.push_back({.path = each, .why = failure.line});
  }
  return out;
}

}  // namespace heteroscope
