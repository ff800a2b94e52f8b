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

/// Reads and compiles a file with a variant of a person's own, and then puts it among the variants of its stage. Throws
/// BadInput where it cannot be read or is no such file, and CompileError where a compiler refuses it.
const OwnVariant& open_own_file(const std::filesystem::path& path);

/// Reads a word of --variant: a variant's id stays as it is, and a file becomes that of its variant, which is opened.
std::string variant_word(const std::string& typed);

/// Reads a word of --variants: returns the variants of that workload in a folder, as words of --variant. Others, and
/// those that cannot be opened, are named on standard error with the reason. Throws BadInput where none is left.
std::vector<std::string> words_of_folder(const std::filesystem::path& folder, const Workload& workload);

}  // namespace heteroscope
