#include "app/options/own_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

#include "app/console/console.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

bool can_be_compiled(const OwnSource& source) {
  return source.processor == Processor::cpu || device::facts().available || Nvrtc::get().why_not().empty();
}

const OwnVariant& open_own_file(const std::filesystem::path& path) {
  const OwnVariant& out = own_variants().add(path);
  if (can_be_compiled(out.source())) static_cast<void>(out.compile(CompileEffort::full));
  return out;
}

namespace {

std::ptrdiff_t errors_in(const CompileError& wrong) {
  return std::ranges::count_if(wrong.messages, &CompileMessage::is_error);
}

/// open_own_file(), after all that a compiler says has been printed in the form that editors jump to.
const OwnVariant& open_and_tell(const std::filesystem::path& path) {
  try {
    return open_own_file(path);
  } catch (const CompileError& wrong) {
    std::fputs(text_of(wrong.messages).c_str(), stderr);
    throw BadInput(fmt::format("{} does not compile: {}", path.string(), plural(errors_in(wrong), "error")));
  }
}

std::string word_of(const OwnVariant& variant) {
  const OwnSource& source = variant.source();
  return fmt::format("{}={}", source.workload->stages[source.stage].id, source.id());
}

}  // namespace

std::string variant_word(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  const std::string word = equals == std::string::npos ? typed : typed.substr(equals + 1);
  if (!is_own_source(word)) return typed;
  const std::string out = word_of(open_and_tell(word));
  if (equals != std::string::npos && !out.starts_with(typed.substr(0, equals + 1)))
    throw BadInput(fmt::format("--variant {}: the file is {}", excerpt(typed), out));
  return out;
}

std::vector<std::string> words_of_folder(const std::filesystem::path& folder, const Workload& workload) {
  const OwnFolder opened = open_own_folder(folder);
  std::vector<std::string> out;
  for (const OwnVariant* const each : opened.variants) {
    const bool fits = each->source().workload == &workload;
    if (fits) out.push_back(word_of(*each));
    if (!fits) print_error("left out", fmt::format("{} is a variant of {}", each->id(), each->source().workload->id));
  }
  for (const RefusedFile& each : opened.refused) print_error("left out", each.why);
  if (out.empty())
    throw BadInput(fmt::format("--variants {}: it has no variant of {} that compiles", folder.string(), workload.id));
  return out;
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
