#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/embedded_file.hpp"
#include "core/own/compile/code_cache.hpp"
#include "core/own/source/compile_message.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {

/// A source, and how it is to be compiled.
struct CompileTask {
  const OwnSource* source = nullptr;
  std::vector<int> tunables;  ///< the values of all, in their order
  EmbeddedFiles headers;
  bool traced = false;  ///< kernels take TracedBlocks beside their arguments, and their blocks leave records
};

/// Returns the name that compilers have for a person's file: its path, so that tools that read code's line numbers find
/// it.
std::string unit_name(const OwnSource& source);

/// The compiler's options that give HETEROSCOPE_TUNE's constants these values (core/own/variant.hpp).
std::vector<std::string> definitions_of(const CompileTask& task);

/// A kernel in a precision, for which the code has a symbol.
struct KernelInstance {
  std::size_t kernel = 0;  ///< its number in the source
  Precision precision = Precision::fp32;
};
/// Returns all instances of a source's kernels, the precisions of a kernel side by side.
std::vector<KernelInstance> instances_of(const OwnSource& source);

/// Machine code of a source.
struct CompiledCode {
  std::string code;                  ///< a shared object of the host, or a GPU's cubin
  std::vector<std::string> symbols;  ///< of instances_of() the source
  std::string ptx;                   ///< of a GPU's kernels; empty where the compiler gives none
  std::vector<CompileMessage> warnings;
  bool from_cache = false;
};

/// The output of a compiler: code, and everything that it said.
struct CompilerOutput {
  bool succeeded = false;
  std::string log;
  std::string code;
  std::vector<std::string> symbols;
  std::string ptx;
};

/// A compiler for one processor.
class Compiler {
 public:
  virtual ~Compiler() = default;
  /// Everything beside the task that the code depends on: versions, options, the architecture.
  [[nodiscard]] virtual std::vector<std::string> identity() const = 0;
  /// Compiles `text`, which is the source's with what the program adds to it. Throws BadInput where the compiler cannot
  /// be used.
  [[nodiscard]] virtual CompilerOutput compile(const CompileTask& task, const std::string& text) const = 0;
  /// Returns the declarations ahead of the person's text.
  [[nodiscard]] virtual std::string_view prelude(const CompileTask& task) const = 0;
  /// The line behind it that compiles only if the instance takes the stage's arguments; in a traced task it is what is
  /// launched in the instance's place.
  [[nodiscard]] virtual std::string check_of(const CompileTask& task, const KernelInstance& instance) const = 0;
};

/// The code of the task, from the cache or compiled. Throws CompileError for a source that is wrong.
CompiledCode compiled(const CompileTask& task, const Compiler& compiler, const CodeCache& cache);

/// A kernel in a precision as C++ writes it: "::advance<float>".
std::string name_of(const OwnSource& source, const KernelInstance& instance);
/// Returns the type of its argument: "::heteroscope::heat::Step<float>".
std::string arguments_of(const OwnSource& source, const KernelInstance& instance);

}  // namespace heteroscope
