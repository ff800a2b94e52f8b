#include "core/own/compile/cpu_compiler.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/io/private_folder.hpp"
#include "core/own/compile/tool.hpp"
#include "core/process/find_program.hpp"

namespace heteroscope {
namespace {

using Words = std::vector<std::string>;

/// The options of code that is compared with the program's own: contraction is off there, too. Without errno a root is
/// the same number by one instruction, which vectors have as well. Nothing but the entries is visible, since the loader
/// would share statics of the same name among files; and nothing may be undefined. Line numbers (-g1) change no
/// instruction. DWARF 4, since addr2line of 2022 takes the files of DWARF 5 for others.
Words options() {
  return {"-std=c++20",
          "-O3",
          "-march=native",
          "-ffp-contract=off",
          "-fno-math-errno",
          "-fopenmp",
          "-fPIC",
          "-shared",
          "-g1",
          "-gdwarf-4",
          "-Wall",
          "-Wextra",
          "-fvisibility=hidden",
          "-Wl,-z,defs",
          "-pipe"};
}

/// The options of that compiler. GCC merges functions of both precisions that are alike, which would then share their
/// line numbers; clang does not, and refuses the option.
Words options_for(const std::string& version) {
  Words out = options();
  if (version.find("clang version") == version.npos) out.emplace_back("-fno-ipa-icf");
  return out;
}

void append_words(Words& to, const Words& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Returns what identifies the compiler's code: its version, and what the native architecture is here.
std::string asked_version(const std::filesystem::path& compiler) {
  const PrivateFolder folder;
  const ToolResult result = run_tool(
      folder.path(), {compiler.string(), "-march=native", "-###", "-x", "c++", "-S", "-o", "/dev/null", "/dev/null"});
  if (result.status != 0) {
    throw BadInput(
        fmt::format("{} is not a C++ compiler that can be used: {}", compiler.string(), excerpt(result.said)));
  }
  return result.said;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at)) text.erase(at, part.size());
  return text;
}

/// Returns that text, for which the compiler is asked once in a process.
std::string version_of(const std::filesystem::path& compiler) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::string> known;
  const std::lock_guard lock(mutex);
  std::string& out = known[compiler];
  if (out.empty()) out = asked_version(compiler);
  return out;
}

void write_headers(const std::filesystem::path& folder, EmbeddedFiles headers) {
  for (const EmbeddedFile& each : headers) {
    const std::filesystem::path file = folder / each.name;
    std::error_code failed;  // which writing the file tells of
    std::filesystem::create_directories(file.parent_path(), failed);
    write_scratch_file(file, each.text);
  }
}

std::string symbol_of(const KernelInstance& instance) {
  return fmt::format("heteroscope_own_{}_{}", instance.kernel, id_of(instance.precision));
}

}  // namespace

CpuCompiler::CpuCompiler(std::filesystem::path compiler) : path_(std::move(compiler)) {
  if (path_.empty()) {
    throw BadInput(
        "there is no C++ compiler here (CXX, c++, g++, clang++): a variant for the CPU needs one; on Debian "
        "the package g++ has it");
  }
  version_ = version_of(path_);
}

std::filesystem::path CpuCompiler::installed() {
  const char* const chosen = std::getenv("CXX");
  if (chosen != nullptr && *chosen != '\0') return find_program(chosen);
  for (const char* const name : {"c++", "g++", "clang++"}) {
    if (std::filesystem::path found = find_program(name); !found.empty()) return found;
  }
  return {};
}

std::vector<std::string> CpuCompiler::identity() const {
  Words out{"cpu", path_.string(), version_};
  append_words(out, options_for(version_));
  return out;
}

CompilerOutput CpuCompiler::compile(const CompileTask& task, const std::string& text) const {
  const PrivateFolder folder;
  const std::filesystem::path unit = folder.path() / "unit.cpp";
  const std::filesystem::path headers = folder.path() / "headers";
  const std::filesystem::path object = folder.path() / "code.so";
  write_headers(headers, task.headers);
  write_scratch_file(unit, text);
  Words words{path_.string()};
  append_words(words, options_for(version_));
  append_words(words, definitions_of(task));
  append_words(words, {"-ffile-prefix-map=" + folder.path().string() + "=.", "-I" + headers.string(), "-o",
                       object.string(), unit.string()});
  ToolResult result = run_tool(folder.path(), std::move(words));
  CompilerOutput out{.succeeded = result.status == 0, .log = without(result.said, headers.string() + "/")};
  if (!result.limit.empty()) out.log = "compiler: error: the compiler " + result.limit;
  if (!out.succeeded) return out;
  out.code = read_text(object, std::size_t{1} << 30);
  for (const KernelInstance& each : instances_of(*task.source)) out.symbols.push_back(symbol_of(each));
  return out;
}

std::string CpuCompiler::check_of(const CompileTask& task, const KernelInstance& instance) const {
  const OwnSource& source = *task.source;
  const std::string arguments = arguments_of(source, instance);
  return fmt::format(
      "extern \"C\" __attribute__((visibility(\"default\"))) void {}(const void* of) {{ {} job = *static_cast<const "
      "{}*>(of); {}(job); }}",
      symbol_of(instance), arguments, arguments, name_of(source, instance));
}

}  // namespace heteroscope
