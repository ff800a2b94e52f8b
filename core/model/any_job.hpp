#pragma once

#include <variant>

#include "core/model/job.hpp"

namespace heteroscope {

/// A job of any kind, for what handles all of them alike.
class AnyJob {
 public:
  AnyJob(const MapJob& job) : job_(job) {}
  AnyJob(const ReduceJob& job) : job_(job) {}
  AnyJob(const IterateJob& job) : job_(job) {}

  /// The members that all jobs have.
  [[nodiscard]] Job* operator->() {
    return std::visit([](auto& job) -> Job* { return &job; }, job_);
  }
  [[nodiscard]] const Job* operator->() const {
    return std::visit([](const auto& job) -> const Job* { return &job; }, job_);
  }
  /// Null if the job is of another kind.
  template <class J>
  [[nodiscard]] J* as() {
    return std::get_if<J>(&job_);
  }
  template <class J>
  [[nodiscard]] const J* as() const {
    return std::get_if<J>(&job_);
  }

  /// Calls a variant's function, which must take this kind of job, and returns its result.
  template <class R>
  friend R call(const JobFunction<R>& function, const AnyJob& any) {
    return std::visit([&](const auto& job) { return function(job); }, any.job_);
  }

 private:
  std::variant<MapJob, ReduceJob, IterateJob> job_;
};

}  // namespace heteroscope
