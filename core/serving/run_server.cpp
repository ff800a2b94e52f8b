#include "core/serving/run_server.hpp"

#include <sys/wait.h>

#include <optional>
#include <string>

#include "core/base/failure.hpp"
#include "core/link/message_kind.hpp"
#include "core/serving/run_sender.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
template <class Work>
void RunServer::answer_with(const Work& work) const {
  if (const Failure failure = attempt(work)) {
    channel_.send(message(MessageKind::failure, std::uint64_t{0}, failure));
  } else {
    channel_.send(message(MessageKind::done));
  }
}

void RunServer::begin(WireReader& wire) {
  answer_with([&] {
    RunRequest request;
    wire(request);
    wire.finish();
    if (const std::optional<pid_t> keeper = KeptRuns::usual().begin(request, files_)) keepers_.push_back(*keeper);
  });
}

void RunServer::forget(WireReader& wire) {
  answer_with([&] {
    std::string run;
    wire(run);
    wire.finish();
    KeptRuns::usual().forget(run);
  });
}

void RunServer::list() const {
  std::vector<RunFacts> runs;
  static_cast<void>(attempt([&] { runs = KeptRuns::usual().list(); }));  // without a folder there are none
  channel_.send(message(MessageKind::runs, runs));
}

void RunServer::follow(WireReader& wire) {
  FollowRequest request;
  const Failure failure = attempt([&] {
    wire(request);
    wire.finish();
    send_run(channel_, KeptRuns::usual(), request, inbox_.stop_of(request.number));
  });
  if (failure) channel_.send(message(MessageKind::failure, request.number, failure));
  reap();
}

/// Waits for keepers that have ended.
void RunServer::reap() {
  std::erase_if(keepers_, [](pid_t keeper) { return ::waitpid(keeper, nullptr, WNOHANG) != 0; });
}

}  // namespace heteroscope
