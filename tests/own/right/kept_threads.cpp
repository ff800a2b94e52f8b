// Threads are kept from call to call; they sleep until the next one, and those that it is not to use sleep on.
#include "kernels/transpose/own.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

class Pool {
 public:
  /// Calls `work` on the calling thread and on `others` more, and returns when all have done it.
  void run(int others, const std::function<void()>& work) {
    const std::lock_guard one_at_a_time(calls_);
    std::unique_lock lock(mutex_);
    for (; kept_ < others; ++kept_) std::thread([this] { serve(); }).detach();  // they end with the process
    work_ = &work;
    to_begin_ = under_way_ = others;
    begun_.notify_all();
    lock.unlock();
    work();
    lock.lock();
    done_.wait(lock, [this] { return under_way_ == 0; });
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      begun_.wait(lock, [this] { return to_begin_ > 0; });
      --to_begin_;
      const std::function<void()>& work = *work_;
      lock.unlock();
      work();
      lock.lock();
      if (--under_way_ == 0) done_.notify_one();
    }
  }

  std::mutex calls_;
  std::mutex mutex_;  // for what follows
  std::condition_variable begun_;
  std::condition_variable done_;
  const std::function<void()>* work_ = nullptr;
  int kept_ = 0;
  int to_begin_ = 0;
  int under_way_ = 0;
};

template <class T>
void compute(const Transposition<T>& image) {
  static Pool& pool = *new Pool;  // its threads outlive what the process destroys at its end
  std::atomic<int> next = image.columns.begin;
  pool.run(image.threads - 1, [&] {
    for (int x = next++; x < image.columns.end; x = next++)
      for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
  });
}
