#include "core/device/limits/launches.hpp"

#include <utility>

namespace heteroscope::device {

namespace {
thread_local std::vector<Launch>* tapped = nullptr;
}  // namespace

LaunchTap::LaunchTap(std::vector<Launch>& list) : before_(std::exchange(tapped, &list)) {}

LaunchTap::~LaunchTap() {
  tapped = before_;
}

std::vector<Launch>* LaunchTap::list() {
  return tapped;
}

}  // namespace heteroscope::device
