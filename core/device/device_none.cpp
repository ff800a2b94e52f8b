#include "core/base/error.hpp"
#include "core/device/counters/kernel_list.hpp"
#include "core/device/device.hpp"
#include "core/device/limits/launches.hpp"
#include "core/device/management.hpp"
#include "core/device/no_cuda.hpp"

/// Linked in place of device_cuda.cpp where there is no CUDA toolkit. Plans never reach these calls: `facts()` says
/// why.
namespace heteroscope::device {

namespace {

[[noreturn]] void refuse() {
  throw DeviceError(no_cuda);
}

}  // namespace

const std::vector<Facts>& all() {
  static const std::vector<Facts> none{{.available = false, .why_not = no_cuda}};
  return none;
}
const Facts& facts() {
  return all().front();
}
Use::~Use() {}
int Use::in_use() {
  return 0;
}
int Use::card_in_use() {
  return 0;
}
void Use::select(int) {}
Link link_between(int, int) {
  refuse();
}

std::size_t free_memory() {
  return 0;
}
void* allocate(MemoryKind, std::size_t) {
  refuse();
}
void release(MemoryKind, void*) noexcept {}
void* device_address(void*) {
  refuse();
}

Stream::Stream() {
  refuse();
}
// No `= default`: the destructors are trivial in this build only.
Stream::~Stream() {}
void Stream::synchronize() const {
  refuse();
}
void Stream::wait(const Event&) const {
  refuse();
}

Event::Event() {
  refuse();
}
Event::~Event() {}
void Event::record(const Stream&) {
  refuse();
}
void Event::synchronize() const {
  refuse();
}
bool Event::has_passed() const {
  refuse();
}
double Event::elapsed_ms(const Event&, const Event&) {
  refuse();
}

void copy(void*, const void*, std::size_t, Direction, const Stream&) {
  refuse();
}
void copy_pieces(std::span<const Piece>, const Stream&) {
  refuse();
}
void fill_zero(void*, std::size_t, const Stream&) {
  refuse();
}
void fill_ones(void*, std::size_t, const Stream&) {
  refuse();
}
void prefetch(void*, std::size_t, Direction, const Stream&) {
  refuse();
}
void synchronize() {
  refuse();
}
std::string pci_address() {
  return {};
}
const std::vector<std::string>& kernels() {
  static const std::vector<std::string> none;
  return none;
}
std::string kernel_name_of(const void*) {
  return {};
}
std::vector<std::size_t> take_launched_kernels() {
  return {};
}
std::optional<KernelFacts> kernel_facts(const void*) {
  return std::nullopt;
}

}  // namespace heteroscope::device
