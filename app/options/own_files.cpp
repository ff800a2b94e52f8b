#include "app/options/own_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/console/console.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/device.hpp"
#include "kernels/embedded_files.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

CompiledCode compile_own(OwnSource source) {
  const bool for_cpu = source.processor == Processor::cpu;
  if (!for_cpu && !device::facts().available && !Nvrtc::get().why_not().empty()) return {};
  return OwnVariant(std::move(source), {.headers = own_headers()}).compile();
}

namespace {

std::atomic<bool> compiles_here{true};

}  // namespace

void leave_compiling_to_others() {
  compiles_here = false;
}

const OwnVariant& open_own_file(const std::filesystem::path& path) {
  OwnSource source = read_own_source(std::filesystem::absolute(path), catalog());
  if (compiles_here) static_cast<void>(compile_own(source));
  return own_variants().add(std::move(source));
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

/// "3 files of other workloads (2 of blur, 1 of heat)".
std::string words_of_others(const std::map<std::string_view, int>& files) {
  int all = 0;
  std::string each;
  for (const auto& [workload, count] : files) {
    all += count;
    each += fmt::format("{}{} of {}", each.empty() ? "" : ", ", count, workload);
  }
  return fmt::format("{} of other workloads ({})", plural(all, "file"), each);
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

std::vector<std::filesystem::path> own_files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code failed;
  std::filesystem::directory_iterator entries(folder, failed);
  if (failed) throw BadInput(fmt::format("--variants {}: {}", folder.string(), failed.message()));
  for (const auto& each : entries) {
    if (is_own_source(each.path())) out.push_back(each.path());
  }
  if (out.empty())
    throw BadInput(fmt::format("--variants {}: it has no files that end in .cu or .cpp", folder.string()));
  std::ranges::sort(out);
  return out;
}

OwnFolder open_own_folder(const std::filesystem::path& folder, const Workload* workload) {
  OwnFolder out;
  std::map<std::string_view, int> others;
  for (const std::filesystem::path& each : own_files_in(folder)) {
    const Failure failure = attempt([&] {
      const Workload* const of = read_own_source(std::filesystem::absolute(each), catalog()).workload;
      if (workload != nullptr && of != workload) {
        ++others[of->id];
      } else {
        out.words.push_back(word_of(open_own_file(each)));
      }
    });
    if (failure) out.left_out.push_back(one_line(failure.line));
  }
  if (!others.empty()) out.left_out.insert(out.left_out.begin(), words_of_others(others));
  for (const std::string& each : out.left_out) print_error("left out", each);
  if (!out.words.empty()) return out;
  throw BadInput(fmt::format("--variants {}: it has no variant{} that compiles", folder.string(),
                             workload == nullptr ? "" : fmt::format(" of {}", workload->id)));
}

std::vector<const OwnSource*> open_own_files(const std::vector<std::string>& files) {
  std::vector<const OwnSource*> out;
  for (const std::string& each : files) {
    if (!is_own_source(each))
      throw BadInput(fmt::format("--variant '{}': a file that ends in .cu or .cpp is needed", excerpt(each)));
    out.push_back(&open_and_tell(each).source());
  }
  return out;
}

}  // namespace heteroscope
