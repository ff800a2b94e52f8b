#include "core/own/compile/compiled_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include "core/device/counters/kernel_name.hpp"
#include "core/io/sha256.hpp"
#include "core/own/compile/compiler_log.hpp"

namespace heteroscope {
namespace {

/// The name that compilers have for the lines behind a person's text.
constexpr std::string_view checks_name = "heteroscope-checks";
/// The name that NVRTC has for the list of names whose symbols are wanted.
constexpr std::string_view names_name = "__nv_name_map";

std::string_view value_type(Precision precision) {
  return precision == Precision::fp64 ? "double" : "float";
}

/// The text between quotation marks, as the preprocessor reads it.
std::string as_literal(std::string_view text) {
  std::string out = "\"";
  for (const char each : text) {
    if (each == '"' || each == '\\') out += '\\';
    out += each;
  }
  return out + '"';
}

/// The person's text with a line behind it for each instance.
std::string checked_text(const CompileTask& task, const Compiler& compiler) {
  std::string out = task.source->source.text();
  out += fmt::format("\n#line 1 {}\n", as_literal(checks_name));
  for (const KernelInstance& each : instances_of(*task.source)) out += compiler.check_of(task, each) + '\n';
  return fmt::format("{}\n#line 1 {}\n{}", compiler.prelude(task), as_literal(unit_name(*task.source)), out);
}

std::string cache_key(const CompileTask& task, const Compiler& compiler, const std::string& text) {
  const std::vector<std::string> definitions = definitions_of(task);
  const std::vector<std::string> identity = compiler.identity();
  std::vector<std::string_view> parts{text};
  for (const EmbeddedFile& each : task.headers) parts.insert(parts.end(), {each.name, each.text});
  parts.insert(parts.end(), definitions.begin(), definitions.end());
  parts.insert(parts.end(), identity.begin(), identity.end());
  return sha256_of_parts(parts);
}

/// The text with kernels' names in place of their symbols, by which the assembler calls them.
std::string with_readable_names(const std::string& text) {
  const std::size_t begin = text.find("'_Z");
  const std::size_t end = begin == text.npos ? text.npos : text.find('\'', begin + 1);
  if (end == text.npos) return text;
  const std::string name = device::readable_kernel_name(text.substr(begin + 1, end - begin - 1));
  return text.substr(0, begin + 1) + name + text.substr(end);
}

/// What NVRTC says of host code, with what a person can do about it.
std::string with_advice(const std::string& text) {
  if (text.find("without execution space annotations") != text.npos) {
    return "this is a host function, which NVRTC does not compile: mark functions that kernels call with __device__. "
           "The program itself allocates memory and launches the kernels; a kernel that needs more host code must "
           "become a variant of the program, which needs nvcc";
  }
  if (text.find("not open source file") == text.npos) return text;
  return text.substr(0, text.find(" (no directories")) +
         "; NVRTC has no headers of the host or of CUDA's toolkit, but the program's own";
}

/// Gives messages the names and lines that the person knows.
class Placed {
 public:
  explicit Placed(const CompileTask& task) : task_(task), source_(*task.source) {}

  std::vector<CompileMessage> operator()(std::vector<CompileMessage> all) const {
    const auto is_check = [](const CompileMessage& each) {
      return each.file == checks_name || each.file == names_name;
    };
    const bool others = std::ranges::any_of(all, [&](const auto& each) { return each.is_error && !is_check(each); });
    if (others) std::erase_if(all, is_check);  // these follow from the others
    for (CompileMessage& each : all) is_check(each) ? place_check(each) : place(each);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  void place(CompileMessage& message) const {
    message.text = with_advice(with_readable_names(message.text));
    if (message.file.empty() || message.file == unit_name(source_)) {
      message.file = source_.path.string();
      message.source_line = line_of(source_.source.text(), message.place.line);
      return;
    }
    const auto header = std::ranges::find(task_.headers, message.file, &EmbeddedFile::name);
    if (header != task_.headers.end()) message.source_line = line_of(header->text, message.place.line);
  }
  void place_check(CompileMessage& message) const {
    const std::vector<KernelInstance> instances = instances_of(source_);
    const auto last = static_cast<int>(instances.size());
    const KernelInstance& instance = instances[static_cast<std::size_t>(std::clamp(message.place.line, 1, last) - 1)];
    const OwnKernel& kernel = source_.kernels[instance.kernel];
    message.text = fmt::format("{} must take one argument, {}{}; the compiler says: {}",
                               name_of(source_, instance).substr(2), arguments_of(source_, instance).substr(2),
                               source_.processor == Processor::gpu ? ", by value" : "&", message.text);
    message.file = source_.path.string();
    message.place = source_.source.place(kernel.name.at);
    message.source_line = line_of(source_.source.text(), message.place.line);
  }

  const CompileTask& task_;
  const OwnSource& source_;
};

std::string joined_lines(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& each : all) out += each + '\n';
  return out;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

CodeCache::Files files_of(const CompilerOutput& output) {
  return {{"code", output.code}, {"symbols", joined_lines(output.symbols)}, {"ptx", output.ptx}, {"log", output.log}};
}

CompilerOutput output_in(CodeCache::Files files) {
  return {.succeeded = true,
          .log = std::move(files["log"]),
          .code = std::move(files["code"]),
          .symbols = lines_in(files["symbols"]),
          .ptx = std::move(files["ptx"])};
}

CompiledCode code_of(const CompileTask& task, CompilerOutput output, bool from_cache) {
  return {.code = std::move(output.code),
          .symbols = std::move(output.symbols),
          .ptx = std::move(output.ptx),
          .warnings = Placed(task)(messages_in(output.log)),
          .from_cache = from_cache};
}

/// The messages of a source that does not compile: one says that something is wrong, whatever the compiler said.
std::vector<CompileMessage> errors_of(const CompileTask& task, const std::string& log) {
  std::vector<CompileMessage> out = Placed(task)(messages_in(log));
  if (std::ranges::any_of(out, &CompileMessage::is_error)) return out;
  const std::string said = log.substr(0, log.find('\n'));
  out.push_back({.file = task.source->path.string(),
                 .text = fmt::format("the compiler failed{}{}", said.empty() ? "" : ": ", said)});
  return out;
}

}  // namespace

std::string unit_name(const OwnSource& source) {
  return std::filesystem::absolute(source.path).lexically_normal().string();
}

std::vector<std::string> definitions_of(const CompileTask& task) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < task.tunables.size(); ++i)
    out.push_back(fmt::format("-DHETEROSCOPE_TUNED_{}=,{}", task.source->tunables[i].id, task.tunables[i]));
  return out;
}

std::vector<KernelInstance> instances_of(const OwnSource& source) {
  std::vector<KernelInstance> out;
  for (std::size_t kernel = 0; kernel < source.kernels.size(); ++kernel) {
    for (const Precision precision : source.precisions) out.push_back({kernel, precision});
  }
  return out;
}

std::string name_of(const OwnSource& source, const KernelInstance& instance) {
  const OwnKernel& kernel = source.kernels[instance.kernel];
  return kernel.is_template ? fmt::format("{}<{}>", kernel.name.text, value_type(instance.precision))
                            : kernel.name.text;
}

std::string arguments_of(const OwnSource& source, const KernelInstance& instance) {
  return fmt::format("::{}<{}>", source.stage_kernels().arguments, value_type(instance.precision));
}

CompiledCode compiled(const CompileTask& task, const Compiler& compiler, const CodeCache& cache) {
  const std::string text = checked_text(task, compiler);
  const std::string key = cache_key(task, compiler, text);
  if (auto kept = cache.find(key)) return code_of(task, output_in(std::move(*kept)), true);
  CompilerOutput output = compiler.compile(task, text);
  if (!output.succeeded) throw CompileError(errors_of(task, output.log));
  cache.keep(key, files_of(output));
  return code_of(task, std::move(output), false);
}

}  // namespace heteroscope
