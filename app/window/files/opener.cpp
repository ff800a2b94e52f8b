#include "app/window/files/opener.hpp"

#include <utility>

namespace heteroscope {

void Opener::add(const std::vector<std::filesystem::path>& paths) {
  waiting_.insert(waiting_.end(), paths.begin(), paths.end());
}

void Opener::update(const Settings& now, const SourceMemory& sources, Catalog catalog) {
  if (waiting_.empty() || task_.busy()) return;
  std::filesystem::path path = std::move(waiting_.front());
  waiting_.pop_front();
  task_.start(
      [path, now, sources, catalog] {
        return Outcome{path, open_file(path, now, sources, catalog), {}};
      },
      [path](const Failure& failure) {
        return Outcome{path, {}, failure.line};
      });
}

}  // namespace heteroscope
