#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "core/base/failure.hpp"
#include "core/world/world.hpp"

namespace heteroscope {

/// The processes that mpirun has started with one command line. Each goes its own way until it agrees with the others
/// once, on whether all are ready for the same work; what it fails with before ends all of them, in one line of rank 0.
class Ranks {
 public:
  explicit Ranks(std::unique_ptr<World> world) : world_(std::move(world)) {}

  [[nodiscard]] World& world() const { return *world_; }
  [[nodiscard]] bool leads() const { return world_->rank() == 0; }
  [[nodiscard]] bool agreed() const { return agreed_; }
  /// `work`: what this one is about to do; `difference`: asked at rank 0, what tells another's work from its own, empty
  /// for nothing. Returns rank 0's work. Throws BadInput or DeviceError where any cannot, or would do something else;
  /// rank 0's line says which.
  std::string agree(const std::string& work, const std::function<std::string(const std::string&)>& difference);
  /// Agrees likewise for a rank that has ended without agreement: `own` is its failure, if it failed. Returns what rank
  /// 0 is to say.
  Failure agree_at_end(const Failure& own) noexcept;
  /// Rank 0 tells all others something, which they wait for by told().
  void tell(const std::string& text) const;
  [[nodiscard]] std::string told() const;
  /// One of them answers no more; part() will not wait for it.
  void lose() { lost_ = true; }
  /// To be called last: returns when all ranks have ended; none does before rank 0 is here. If one is lost, all end at
  /// once.
  void part();

 private:
  Failure agree_on(const Failure& own, std::string& work,
                   const std::function<std::string(const std::string&)>& difference);
  [[nodiscard]] Message wait() const;

  std::unique_ptr<World> world_;
  bool agreed_ = false;
  std::atomic<bool> lost_{false};
};

/// The ranks of this process; null if it was started alone.
Ranks* ranks();
/// Joins the others if there are several: then ranks() returns them. Throws what enter_world() throws.
void join_ranks(const Launch& launch);

}  // namespace heteroscope
