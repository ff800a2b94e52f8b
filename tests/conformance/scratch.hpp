#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "core/model/variant.hpp"

namespace heteroscope::testing {

/// The scratch that a CPU variant asks for, in the job as long as this lives.
class Scratch {
 public:
  template <class AJob>
  Scratch(const Variant& variant, AJob& job)
      : memory_(variant.scratch_bytes != nullptr ? ::operator new(variant.scratch_bytes(job), line) : nullptr) {
    job.scratch = memory_.get();
  }

 private:
  static constexpr std::align_val_t line{64};
  struct Delete {
    void operator()(void* memory) const { ::operator delete(memory, line); }
  };
  std::unique_ptr<void, Delete> memory_;
};

}  // namespace heteroscope::testing
