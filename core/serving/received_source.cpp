#include "core/serving/received_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "core/model/settings/source.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
namespace {

/// Returns whether it is a dot and some letters and digits, and so no way to another folder.
bool is_extension(const std::string& text) {
  constexpr std::size_t longest = 9;
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return text.empty() ||
         (text.front() == '.' && text.size() <= longest && std::all_of(text.begin() + 1, text.end(), is_plain));
}

}  // namespace

void ReceivedSource::take(WireReader& wire) {
  failure_ = attempt([&] { write(wire); });
}

void ReceivedSource::write(WireReader& wire) {
  SourceFile file;
  wire(file);
  wire.finish();
  if (!is_extension(file.extension)) throw WireReader::damaged();
  std::error_code not_there;
  if (!path_.empty()) std::filesystem::remove(path_, not_there);
  // another name each time: what has been read is known by its name
  if (!folder_) folder_.emplace();
  path_ = folder_->path() / fmt::format("source-{}{}", ++count_, file.extension);
  write_scratch_file(path_, file.bytes);
}

void ReceivedSource::put_into(Source& source) const {
  if (source.id != file_source) return;
  if (failure_) raise(failure_);
  if (path_.empty()) throw BadInput("source: the file was not sent along");
  source.file = path_.string();
}

}  // namespace heteroscope
