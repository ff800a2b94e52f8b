#include <fmt/format.h>
#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/world/world.hpp"

namespace heteroscope {
namespace {

// MPI counts in int: messages are whole blocks, so that they may have 128 GiB. The last eight bytes say how long one
// is.
constexpr std::size_t block_bytes = 64;
constexpr int tag = 0;

class MpiWorld final : public World {
 public:
  MpiWorld() {
    int provided = MPI_THREAD_SINGLE;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &count_), "MPI_Comm_size");
    check(MPI_Type_contiguous(static_cast<int>(block_bytes), MPI_BYTE, &block_), "MPI_Type_contiguous");
    check(MPI_Type_commit(&block_), "MPI_Type_commit");
    if (provided < MPI_THREAD_SERIALIZED) throw BadInput("MPI: this MPI does not support calls from several threads");
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int count() const override { return count_; }

  void send(int to, std::vector<std::byte> bytes) override {
    const std::uint64_t length = bytes.size();
    const std::size_t blocks = (bytes.size() + sizeof length - 1) / block_bytes + 1;
    bytes.resize(blocks * block_bytes);
    std::memcpy(bytes.data() + bytes.size() - sizeof length, &length, sizeof length);
    const std::lock_guard lock(mutex_);
    Sent& sent = sent_.emplace_back(Sent{std::move(bytes), MPI_REQUEST_NULL});
    check(MPI_Isend(sent.bytes.data(), static_cast<int>(blocks), block_, to, tag, MPI_COMM_WORLD, &sent.request),
          "MPI_Isend");
  }

  /// Not MPI_Recv, which would wait forever for the rest of a message whose sender has died.
  std::optional<Message> receive() override {
    const std::lock_guard lock(mutex_);
    if (!arriving_) {
      int there = 0;
      MPI_Status status;
      check(MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status), "MPI_Iprobe");
      if (there == 0) return std::nullopt;
      int blocks = 0;
      check(MPI_Get_count(&status, block_, &blocks), "MPI_Get_count");
      arriving_.emplace(Message{.from = status.MPI_SOURCE,
                                .bytes = std::vector<std::byte>(static_cast<std::size_t>(blocks) * block_bytes)});
      check(MPI_Irecv(arriving_->bytes.data(), blocks, block_, arriving_->from, tag, MPI_COMM_WORLD, &arrival_),
            "MPI_Irecv");
    }
    int arrived = 0;
    check(MPI_Test(&arrival_, &arrived, MPI_STATUS_IGNORE), "MPI_Test");
    if (arrived == 0) return std::nullopt;
    Message out = std::move(*arriving_);
    arriving_.reset();
    std::uint64_t length = 0;
    std::memcpy(&length, out.bytes.data() + out.bytes.size() - sizeof length, sizeof length);
    out.bytes.resize(length);
    return out;
  }

  bool all_sent() override {
    const std::lock_guard lock(mutex_);
    for (auto each = sent_.begin(); each != sent_.end();) {
      int gone = 0;
      check(MPI_Test(&each->request, &gone, MPI_STATUS_IGNORE), "MPI_Test");
      each = gone != 0 ? sent_.erase(each) : std::next(each);
    }
    return sent_.empty();
  }

  [[nodiscard]] bool arrives() override {
    const std::lock_guard lock(mutex_);
    return arriving_.has_value();
  }

  void end() override {
    check(MPI_Type_free(&block_), "MPI_Type_free");
    check(MPI_Finalize(), "MPI_Finalize");
  }

  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
  }

 private:
  struct Sent {
    std::vector<std::byte> bytes;
    MPI_Request request;
  };

  void check(int code, const char* call) const {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw BadInput(fmt::format("rank {}: {}: {}", rank_, call, std::string(text, static_cast<std::size_t>(length))));
  }

  int rank_ = 0, count_ = 1;
  MPI_Datatype block_ = MPI_DATATYPE_NULL;
  std::mutex mutex_;  ///< one thread at a time is in MPI
  std::list<Sent> sent_;
  std::optional<Message> arriving_;  ///< being received
  MPI_Request arrival_ = MPI_REQUEST_NULL;
};

}  // namespace
}  // namespace heteroscope

extern "C" [[gnu::visibility("default")]] heteroscope::World* heteroscope_make_world() {
  return new heteroscope::MpiWorld();
}
