#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/workload.hpp"
#include "core/own/own_variant.hpp"

namespace heteroscope {

/// Compiles a file's variant, and leaves the code in the cache, from where workers take it; nothing where this machine
/// cannot compile it: one without a GPU may lack the compiler for GPUs, and the plan says then that there is none.
/// Throws CompileError where a compiler refuses it.
CompiledCode compile_own(OwnSource source);

/// From now on files are opened without being compiled: another machine does that, and this one may have no compiler.
void leave_compiling_to_others();

/// Reads and compiles a file with a variant of a person's own, and then puts it among the variants of its stage. Throws
/// BadInput where it cannot be read or is no such file, and CompileError where a compiler refuses it.
const OwnVariant& open_own_file(const std::filesystem::path& path);

/// Reads a word of --variant: a variant's id stays as it is, and a file becomes that of its variant, which is opened.
std::string variant_word(const std::string& typed);

/// Returns the files of a folder that may be variants, by name; `folder` is as --variants has it. Throws BadInput where
/// there are none.
std::vector<std::filesystem::path> own_files_in(const std::filesystem::path& folder);

/// The files of a folder that may be variants.
struct OwnFolder {
  std::vector<std::string> words;  ///< those that were opened, as words of --variant, by their files' names
  /// One line for all files of other workloads, and one for each file that is wrong, with the reason.
  std::vector<std::string> left_out;
};

/// Reads a word of --variants: opens the variants of that workload in a folder; null: of any workload. Those that are
/// left out are named on standard error, too. Throws BadInput where none can be opened.
OwnFolder open_own_folder(const std::filesystem::path& folder, const Workload* workload);

/// Reads the words of a --variant that takes files alone: opens them, as variant_word() does. Throws BadInput for what
/// is no file of a variant.
std::vector<const OwnSource*> open_own_files(const std::vector<std::string>& files);

}  // namespace heteroscope
