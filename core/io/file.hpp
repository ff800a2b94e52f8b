#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace heteroscope {

/// Writes the whole file beside its target and renames it into place: the target is never half written, and stays as it
/// was if anything fails. Throws BadInput with the path and the system's reason.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, const std::string& text);

/// Takes the next bytes of a file.
using Append = std::function<void(std::span<const std::byte>)>;
/// The same of contents that are made piece by piece, for what is too large to be held twice.
void write_file(const std::filesystem::path& path, const std::function<void(const Append&)>& make);

/// Throws BadInput with the path and the system's reason, or if it is larger than `limit` bytes.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t limit = std::size_t{1} << 32);

}  // namespace heteroscope
