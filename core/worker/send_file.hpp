#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/waiter.hpp"
#include "core/link/machine_link.hpp"

namespace heteroscope {

/// Sends a file over the link in parts, unless the machine has one of this content already; no more of it than a part
/// is held in memory. Returns its name there, by which requests read it; nothing where nobody waits any more. Throws
/// BadInput where the file cannot be read, has more than FilesThere::most_bytes or changes meanwhile, and Unreachable
/// where the link is lost.
std::optional<std::string> send_file(MachineLink& link, const std::filesystem::path& file, const Waiter& waiter);
/// The machine need not keep a file of that name. Where the link is lost, the next message says so.
void drop_file(MachineLink& link, const std::string& content);

/// Returns the size of a file that is to be sent, in bytes. Throws BadInput as send_file() does.
std::uint64_t bytes_to_send(const std::filesystem::path& file);

}  // namespace heteroscope
