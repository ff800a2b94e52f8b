#include "core/device/counters/counters.hpp"

/// Linked in place of counters_cuda.cpp where there is no CUPTI, or one without its range profiler.
namespace heteroscope::device {

namespace {

[[noreturn]] void refuse() {
  throw CountersUnavailable("counters: this program was built without CUPTI, a part of the CUDA toolkit since 12.6");
}

}  // namespace

struct Counters::State {};

Counters::Counters(std::span<const std::string>, std::size_t) {
  refuse();
}
Counters::~Counters() = default;
int Counters::passes() const {
  refuse();
}
void Counters::begin_pass() {
  refuse();
}
bool Counters::end_pass() {
  refuse();
}
void Counters::begin(const std::string&) {
  refuse();
}
void Counters::end() {
  refuse();
}
std::vector<CountedRange> Counters::read() {
  refuse();
}

}  // namespace heteroscope::device
