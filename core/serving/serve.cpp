#include "core/serving/serve.hpp"

#include <sys/types.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/link/hello.hpp"
#include "core/link/machine_link.hpp"
#include "core/link/message_kind.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/source.hpp"
#include "core/process/heap.hpp"
#include "core/run/local_executor.hpp"
#include "core/serving/confinement.hpp"
#include "core/serving/frame_sender.hpp"
#include "core/serving/kept_runs.hpp"
#include "core/serving/message_inbox.hpp"
#include "core/serving/received_files.hpp"
#include "core/serving/run_sender.hpp"
#include "core/serving/sudden_end.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/worker_executor.hpp"

namespace heteroscope {
namespace {

/// What a worker answers to the messages that are about runs.
class RunServer {
 public:
  RunServer(const MessageChannel& channel, MessageInbox& inbox, const ReceivedFiles& files)
      : channel_(channel), inbox_(inbox), files_(files) {}

  void begin(WireReader& wire);
  /// Sends what a run prints and writes, until its end (core/serving/run_sender.hpp).
  void follow(WireReader& wire);
  void forget(WireReader& wire);
  void list() const;

 private:
  template <class Work>
  void answer_with(const Work& work) const;
  void reap();

  const MessageChannel& channel_;
  MessageInbox& inbox_;
  const ReceivedFiles& files_;
  std::vector<pid_t> keepers_;  ///< that this process has started, and that have not been waited for
};

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

/// The worker's side of a conversation.
class Server {
 public:
  Server(const MessageChannel& channel, Catalog catalog, OwnVariants& own)
      : channel_(channel), inbox_(channel, files_), catalog_(catalog), own_(own) {}

  void answer_next() {
    WorkerMessage got = inbox_.next([this] { rest(); });
    WireReader wire(got.bytes);
    switch (kind_of(wire)) {
      case MessageKind::hello:
        greet(wire);
        break;
      case MessageKind::execute:
        answer_execution(wire, std::move(got.descriptors));
        break;
      case MessageKind::begin:
        runs_.begin(wire);
        break;
      case MessageKind::follow:
        runs_.follow(wire);
        break;
      case MessageKind::forget:
        runs_.forget(wire);
        break;
      case MessageKind::runs:
        runs_.list();
        break;
      case MessageKind::trim:
        sender_.trim();
        planned_.reset();
        executor_.trim();
        guarded_.trim();
        apart_.trim();
        break;
      default:
        throw WireReader::damaged();
    }
  }

 private:
  /// Says what this program is also to one that it cannot speak with, which then says what is to be done.
  void greet(WireReader& wire) {
    Hello there;
    wire(there);
    Hello here = own_hello();
    if (difference(here, there).empty()) here.facts = own_facts();
    channel_.send(message(MessageKind::hello, here));
    if (there.lends_memory) return;
    elsewhere_ = true;
    lead_group();
    sender_.send_values();
    inbox_.watch_silence();
    std::thread([this] {
      send_heartbeats(channel_, {}, std::chrono::seconds(1));
      files_.clear();
      end_now(EXIT_SUCCESS);  // nobody listens
    }).detach();
  }

  /// Gives back what nothing needs: a worker that waits for a hand holds what its present picture needs.
  void rest() {
    executor_.rest();
    guarded_.rest();
    return_free_memory();
  }

  void answer_execution(WireReader& wire, std::vector<Descriptor> descriptors) {
    ExecuteRequest request;
    const Failure failure = attempt([&] {
      wire(request);
      sender_.take_ahead(std::move(request.ahead), std::move(descriptors));
      const std::stop_token stop = inbox_.stop_of(request.number);
      std::optional<Frame> frame = execute(request, stop);
      std::fflush(stdout);  // what was printed without an end of line
      if (!frame || !sender_.send(*frame, request, elsewhere_ ? stop : std::stop_token()))
        channel_.send(message(MessageKind::nothing, request.number));
    });
    std::fflush(stdout);
    if (failure) channel_.send(message(MessageKind::failure, request.number, failure));
  }

  /// Iterations start over with files that have changed: their states are what the older ones have computed.
  void take_files(const std::vector<OwnFile>& files) {
    std::vector<const OwnVariant*> used;
    used.reserve(files.size());
    for (const OwnFile& each : files) used.push_back(&own_.add(each.path, each.text));
    if (!used.empty() && used != used_) guarded_.forget();
    if (!used.empty()) used_ = std::move(used);
  }

  /// A person's own variants that come from another machine are compiled here and computed by a worker of this process,
  /// as they would be for a person at this machine.
  std::optional<Frame> execute_apart(const Plan& plan, const ExecuteOptions& options) {
    for (const OwnVariant* const each : used_) {
      if (std::ranges::find(compiled_, each) == compiled_.end()) static_cast<void>(each->compile());
    }
    compiled_ = used_;
    return apart_.execute(plan, options);
  }

  /// Returns the plan of a request, which is the last one's where that has asked for the same: frames of one plan
  /// follow on each other. What a file's values are is looked up each time.
  const Plan& plan_of(const ExecuteRequest& request) {
    const bool is_same = planned_ && planned_->settings == request.settings && planned_->part == request.part &&
                         has_present_variants(planned_->plan);
    if (is_same) return planned_->plan;
    planned_.reset();
    Settings settings = settings_from_json(request.settings, "the settings of a worker", catalog_);
    const bool reads_file = settings.problem.source.id == file_source;
    if (elsewhere_ && reads_file) settings.problem.source.file = files_.find(request.source).string();
    Planned planned = request.part ? plan_part(settings, catalog_, device::Devices::here(), *request.part)
                                   : plan(settings, catalog_, device::Devices::here());
    if (!planned) throw BadInput(planned.refusal);
    planned_ = {.settings = reads_file ? std::nullopt : std::optional(request.settings),
                .part = request.part,
                .plan = *std::move(planned.plan)};
    return planned_->plan;
  }

  std::optional<Frame> execute(const ExecuteRequest& request, const std::stop_token& stop) {
    if (elsewhere_ && stop.stop_requested()) return std::nullopt;
    take_files(request.own);
    const Plan& plan = plan_of(request);
    Waiter waiter;
    if (request.options.can_be_stopped) waiter.stop = stop;
    if (request.options.tells_progress) {
      waiter.progress = [this, number = request.number](std::string_view what, double share) {
        channel_.send(message(MessageKind::progress, number, what, share));
      };
    }
    const ExecuteOptions options = options_of(request.options, waiter);
    if (request.own.empty()) {
      executor_.lend(sender_.memory_for_result());
      return executor_.execute(plan, options);
    }
    if (elsewhere_) return execute_apart(plan, options);
    const OwnExecution running(request.number);
    return guarded_.execute(plan, options);
  }

  const MessageChannel& channel_;
  ReceivedFiles files_;
  MessageInbox inbox_;
  Catalog catalog_;
  OwnVariants& own_;
  FrameSender sender_{channel_, inbox_};
  RunServer runs_{channel_, inbox_, files_};
  LocalExecutor executor_;
  LocalExecutor guarded_{Guards::around};  ///< for variants of a person's own
  WorkerExecutor apart_;                   ///< likewise, of files that come from another machine
  std::vector<const OwnVariant*> used_;    ///< by the last plan that used some
  std::vector<const OwnVariant*> compiled_;
  /// A plan, and the request that it is of.
  struct PlanOfRequest {
    std::optional<std::string> settings;  ///< none: no later request is one for the same plan
    std::optional<Cutout> part;
    Plan plan;
  };
  std::optional<PlanOfRequest> planned_;
  bool elsewhere_ = false;  ///< the asking process is on another machine
};

}  // namespace

void serve(const MessageChannel& channel, Catalog catalog, OwnVariants& own) {
  tell_sudden_ends(channel);
  static_cast<void>(device::all());  // CUDA starts before anybody waits for it
  Server server(channel, catalog, own);
  const Failure failed = attempt([&] {
    for (;;) server.answer_next();
  });
  // its threads go on reading and speaking until the process ends
  std::fprintf(stderr, "heteroscope: %s\n", failed.line.c_str());
  std::_Exit(EXIT_FAILURE);
}

}  // namespace heteroscope
