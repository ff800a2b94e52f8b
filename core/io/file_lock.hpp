#pragma once

#include <filesystem>

#include "core/io/descriptor.hpp"

/// Locks by which processes of the program agree on who writes: a file that is locked (flock(2)) as long as a
/// descriptor of it is open, in this process or in one that has inherited it.
namespace heteroscope {

/// Returns whether a process has locked the file.
bool is_locked(const std::filesystem::path& path);

/// Locks the file, which is made where there is none. Waits for the lock, and throws BadInput, naming `guarded`, where
/// another process has it for seconds. Where there can be none (a folder that cannot be written, a file system without
/// locks) the descriptor is closed: whether what it guards can be written shows when that is tried.
Descriptor lock_of(const std::filesystem::path& path, const std::filesystem::path& guarded);

}  // namespace heteroscope
