#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/nearest.hpp"

namespace heteroscope {

/// Writes to standard output. Throws BadInput with the system's reason if it cannot be written (a full disk, say).
void print_out(std::string_view text);
/// Makes sure that all of it has arrived; throws likewise.
void flush_out();

/// Throws BadInput if a file could not be written at `path`: a missing folder, a folder or a device in its place, no
/// permission. Called before anything is computed; nothing is created.
void check_writable(const std::filesystem::path& path);

/// Throws BadInput if two of the files are one, or if more than one is "-": one would take the other's place.
void check_distinct(const std::vector<std::filesystem::path>& paths);

/// Writes the text to the file, or to standard output where `path` is "-". Throws BadInput.
void write_report(const std::string& path, const std::string& text);

}  // namespace heteroscope
