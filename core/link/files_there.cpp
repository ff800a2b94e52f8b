#include "core/link/files_there.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope {

bool FilesThere::use(const std::string& content) {
  const auto at = std::ranges::find(known_, content, &Known::content);
  if (at == known_.end()) return false;
  std::rotate(at, at + 1, known_.end());
  return true;
}

std::vector<std::string> FilesThere::make_room(std::uint64_t bytes) {
  std::vector<std::string> out;
  while (!known_.empty() && (bytes_ + bytes > most_kept_bytes || known_.size() >= most_kept)) {
    bytes_ -= known_.front().bytes;
    out.push_back(std::move(known_.front().content));
    known_.erase(known_.begin());
  }
  return out;
}

void FilesThere::add(const std::string& content, std::uint64_t bytes) {
  known_.push_back({content, bytes});
  bytes_ += bytes;
}

void FilesThere::remove(const std::string& content) {
  const auto at = std::ranges::find(known_, content, &Known::content);
  if (at == known_.end()) return;
  bytes_ -= at->bytes;
  known_.erase(at);
}

}  // namespace heteroscope
