#include "core/link/wire.hpp"

#include <mutex>
#include <set>

#include "core/base/message.hpp"

namespace heteroscope {

void WireReader::operator()(std::string_view& text) {
  constexpr std::size_t longest = 256;
  constexpr std::size_t most = 4096;
  static std::mutex mutex;
  static std::set<std::string, std::less<>> kept;
  std::string read;
  (*this)(read);
  if (read.size() > longest || printable(read) != read) throw damaged();
  const std::lock_guard lock(mutex);
  if (kept.size() == most && !kept.contains(read)) throw damaged();
  text = *kept.insert(std::move(read)).first;
}

}  // namespace heteroscope
