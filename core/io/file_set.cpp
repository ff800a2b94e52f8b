#include "core/io/file_set.hpp"

#include <utility>

#include "core/process/signals.hpp"

namespace heteroscope {

void FileSet::add(const std::filesystem::path& path, const Make& make) {
  files_.push_back(std::make_unique<NewFile>(path, NewFile::Earlier::replaced, make));
}

void FileSet::add_anywhere(const std::filesystem::path& path, const MakeAnywhere& make) {
  files_.push_back(std::make_unique<NewFile>(path, NewFile::Earlier::replaced, make));
}

void FileSet::add(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  add(path, [bytes](const Append& append) { append(bytes); });
}

void FileSet::add(const std::filesystem::path& path, const std::string& text) {
  add(path, std::as_bytes(std::span(text)));
}

void FileSet::put() {
  const SignalsWait no_end_meanwhile;
  // If a later one throws, files that were put for now are undone by their objects' destructors.
  const auto files = std::exchange(files_, {});
  if (files.size() == 1) {
    files.front()->put();
  } else {
    for (const auto& each : files) each->put_for_now();
    for (const auto& each : files) each->done();
  }
}

}  // namespace heteroscope
