#include "core/own/compile/code_cache.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/io/base_folder.hpp"
#include "core/io/file.hpp"
#include "core/io/sha256.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* sums_name = "sha256sums";
constexpr std::string_view unfinished = ".unfinished-";

/// A file's contents; none where it cannot be read whole.
std::optional<std::string> contents(const fs::path& file) {
  std::string out;
  const Failure failure = attempt([&] { out = read_text(file, CodeCache::usual_limit); });
  return failure ? std::nullopt : std::optional(std::move(out));
}

bool write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out.good();
}

std::string sums_of(const CodeCache::Files& files) {
  std::string out;
  for (const auto& [name, text] : files) out += fmt::format("{}  {}\n", sha256(text), name);
  return out;
}

/// The names in a list of sums.
std::vector<std::string> names_in(const std::string& sums) {
  std::vector<std::string> out;
  std::istringstream lines(sums);
  for (std::string sum, name; lines >> sum >> name;) out.push_back(name);
  return out;
}

/// An entry's files; none unless all of them are there, with the contents that the list of their sums says.
std::optional<CodeCache::Files> whole(const fs::path& entry) {
  const std::optional<std::string> sums = contents(entry / sums_name);
  if (!sums || sums->empty()) return std::nullopt;
  CodeCache::Files out;
  for (const std::string& name : names_in(*sums)) {
    std::optional<std::string> text = contents(entry / name);
    if (text) out[name] = std::move(*text);
  }
  return sums_of(out) == *sums ? std::optional(std::move(out)) : std::nullopt;
}

/// A folder that is gone with the object unless it was given a place.
class UnfinishedFolder {
 public:
  explicit UnfinishedFolder(const fs::path& beside) {
    std::string name = (beside / (std::string(unfinished) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~UnfinishedFolder() {
    std::error_code none;
    if (!path_.empty()) fs::remove_all(path_, none);
  }
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;

  [[nodiscard]] bool fill(const CodeCache::Files& files) const {
    if (path_.empty()) return false;
    const bool all =
        std::ranges::all_of(files, [&](const auto& each) { return write(path_ / each.first, each.second); });
    return all && write(path_ / sums_name, sums_of(files));
  }
  /// An entry that is there already stays: it has the same contents, or is found to be damaged.
  void put(const fs::path& place) {
    std::error_code failed;
    fs::rename(path_, place, failed);
    if (!failed) path_.clear();
  }

 private:
  fs::path path_;
};

struct KeptCode {
  fs::path folder;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
};

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t out = 0;
  std::error_code failed;
  for (fs::directory_iterator each(folder, failed), end; !failed && each != end; each.increment(failed)) {
    std::error_code gone;
    const std::uintmax_t size = each->file_size(gone);
    if (!gone) out += size;
  }
  return out;
}

/// Returns whether a process that makes an entry would have ended long ago.
bool is_abandoned(const KeptCode& kept) {
  const bool is_unfinished = kept.folder.filename().string().starts_with(unfinished);
  return is_unfinished && fs::file_time_type::clock::now() - kept.used > std::chrono::hours(1);
}

/// All entries, those that were used last in front.
std::vector<KeptCode> all_kept(const fs::path& in) {
  std::vector<KeptCode> out;
  std::error_code failed;
  for (fs::directory_iterator each(in, failed), end; !failed && each != end; each.increment(failed)) {
    std::error_code gone;
    const fs::file_time_type used = fs::last_write_time(each->path(), gone);
    if (!gone) out.push_back({each->path(), used, bytes_in(each->path())});
  }
  std::ranges::sort(out, std::ranges::greater(), &KeptCode::used);
  return out;
}

}  // namespace

CodeCache::CodeCache(fs::path folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

fs::path CodeCache::usual_folder() {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / "code";
}

CodeCache CodeCache::usual() {
  return CodeCache(usual_folder());
}

std::optional<CodeCache::Files> CodeCache::find(std::string_view key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path entry = folder_ / key;
  std::error_code none;
  if (!fs::is_directory(entry, none)) return std::nullopt;
  std::optional<Files> out = whole(entry);
  if (out) {
    fs::last_write_time(entry, fs::file_time_type::clock::now(), none);
  } else {
    fs::remove_all(entry, none);  // it would keep a good one from its place
  }
  return out;
}

void CodeCache::keep(std::string_view key, const Files& files) const {
  if (folder_.empty()) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  UnfinishedFolder made(folder_);
  if (!made.fill(files)) return;
  made.put(folder_ / key);
  evict();
}

void CodeCache::evict() const {
  std::uint64_t bytes = 0;
  std::error_code none;
  for (const KeptCode& each : all_kept(folder_)) {
    bytes += each.bytes;
    if (bytes > limit_ || is_abandoned(each)) fs::remove_all(each.folder, none);
  }
}

}  // namespace heteroscope
