// Times Pinocchio's algorithms on the models of export.py, batch by batch, as commands on standard input ask for:
//
//     pinocchio MODEL.txt...
//
// README.md has the format of the files and of commands and answers.

#include "pinocchio/fwd.hpp"

#ifndef FLAGS
  #define FLAGS "unknown"
#endif

#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/cholesky.hpp"
#include "pinocchio/algorithm/constraint-cholesky.hpp"
#include "pinocchio/algorithm/crba.hpp"
#include "pinocchio/algorithm/delassus.hpp"
#include "pinocchio/algorithm/frames.hpp"
#include "pinocchio/algorithm/jacobian.hpp"
#include "pinocchio/algorithm/kinematics.hpp"
#include "pinocchio/algorithm/rnea.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace pinocchio;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace
{
  const double damping = 1e-9; // ConstraintCholesky needs some where a Delassus matrix is singular

  double seconds()
  {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
  }

  struct Timing
  {
    double median, least;
    int batches, calls;
  };

  // Every batch goes over all samples the same number of times, so that batches can be compared.
  template<class Call>
  Timing measure(Call call, int samples, double budget)
  {
    const double start = seconds();
    for (int k = 0; k < samples; ++k)
      call(k);
    const double before = seconds();
    for (int k = 0; k < samples; ++k)
      call(k);
    const double pass = std::max(1e-7, seconds() - before);
    const int passes = std::max(1, int(std::lround(budget / 25 / pass)));
    std::vector<double> times;
    while (times.size() < 5 || seconds() - start < budget)
    {
      const double from = seconds();
      for (int p = 0; p < passes; ++p)
        for (int k = 0; k < samples; ++k)
          call(k);
      times.push_back((seconds() - from) / (double(passes) * samples));
    }
    std::sort(times.begin(), times.end());
    return {1e6 * times[times.size() / 2], 1e6 * times.front(), int(times.size()), passes * samples};
  }

  // The model and the states of one file, in Pinocchio's layout.
  struct Problem
  {
    std::string name;
    Model model;
    std::vector<RigidConstraintModel> contacts;
    std::vector<VectorXd> q, v, a, f;
    std::vector<int> free; // first velocity of each free joint

    explicit Problem(const std::string & path)
    {
      std::ifstream file(path);
      if (!file)
        throw std::runtime_error("cannot read " + path);
      std::string line;
      while (std::getline(file, line))
      {
        std::istringstream in(line);
        std::string key;
        in >> key;
        if (key == "model")
          in >> name;
        else if (key == "gravity")
        {
          Vector3d g;
          in >> g[0] >> g[1] >> g[2];
          model.gravity.linear(g);
        }
        else if (key == "body")
          body(in);
        else if (key == "contact")
          contact(in);
        else if (key == "configuration")
          q.push_back(configuration(in));
        else if (key == "velocity")
          v.push_back(vector(in));
        else if (key == "acceleration")
          a.push_back(vector(in));
        else if (key == "force")
          f.push_back(vector(in));
        else
          throw std::runtime_error(path + ": unknown line " + key);
        if (!in)
          throw std::runtime_error(path + ": line too short: " + line.substr(0, 60));
      }
    }

    void body(std::istream & in)
    {
      std::string name, kind;
      int parent;
      Vector3d axis, centre;
      SE3 place;
      double mass, xx, xy, xz, yy, yz, zz;
      in >> name >> parent >> kind >> axis[0] >> axis[1] >> axis[2];
      for (int i = 0; i < 3; ++i)
        in >> place.translation()[i];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          in >> place.rotation()(i, j);
      in >> mass >> centre[0] >> centre[1] >> centre[2] >> xx >> xy >> xz >> yy >> yz >> zz;
      Eigen::Matrix3d inertia;
      inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
      const JointIndex up = JointIndex(parent + 1);
      // Pinocchio is fastest with the joint made for an axis, as its own URDF reader chooses it.
      JointIndex id;
      const bool turns = kind == "revolute";
      if (kind == "free")
      {
        free.push_back(model.nv);
        id = model.addJoint(up, JointModelFreeFlyer(), place, name);
      }
      else if (axis == Vector3d::UnitX())
        id = turns ? model.addJoint(up, JointModelRX(), place, name) : model.addJoint(up, JointModelPX(), place, name);
      else if (axis == Vector3d::UnitY())
        id = turns ? model.addJoint(up, JointModelRY(), place, name) : model.addJoint(up, JointModelPY(), place, name);
      else if (axis == Vector3d::UnitZ())
        id = turns ? model.addJoint(up, JointModelRZ(), place, name) : model.addJoint(up, JointModelPZ(), place, name);
      else
        id = turns ? model.addJoint(up, JointModelRevoluteUnaligned(axis), place, name)
                   : model.addJoint(up, JointModelPrismaticUnaligned(axis), place, name);
      model.appendBodyToJoint(id, Inertia(mass, centre, inertia), SE3::Identity());
    }

    void contact(std::istream & in)
    {
      std::string name;
      int body;
      Vector3d at;
      in >> name >> body >> at[0] >> at[1] >> at[2];
      contacts.emplace_back(
        CONTACT_3D, model, JointIndex(body + 1), SE3(Eigen::Matrix3d::Identity(), at), LOCAL_WORLD_ALIGNED);
    }

    // (position, w, x, y, z) of a free joint becomes (position, x, y, z, w).
    VectorXd configuration(std::istream & in) const
    {
      VectorXd x(model.nq);
      for (int i = 0; i < model.nq; ++i)
        in >> x[i];
      for (int first : free)
      {
        const int at = model.joints[joint_of(first)].idx_q() + 3;
        const double w = x[at];
        for (int i = 0; i < 3; ++i)
          x[at + i] = x[at + i + 1];
        x[at + 3] = w;
      }
      return x;
    }

    JointIndex joint_of(int velocity) const
    {
      for (JointIndex i = 1; i < JointIndex(model.njoints); ++i)
        if (model.joints[i].idx_v() == velocity)
          return i;
      throw std::logic_error("no joint has this velocity");
    }

    // Angular before linear in the files, linear before angular in Pinocchio; the exchange is its own inverse.
    int exchanged(int i) const
    {
      for (int first : free)
        if (i >= first && i < first + 6)
          return i < first + 3 ? i + 3 : i - 3;
      return i;
    }

    VectorXd vector(std::istream & in) const
    {
      VectorXd x(model.nv);
      for (int i = 0; i < model.nv; ++i)
        in >> x[exchanged(i)];
      return x;
    }

    VectorXd ours(const VectorXd & x) const
    {
      VectorXd y(x.size());
      for (int i = 0; i < x.size(); ++i)
        y[i] = x[exchanged(i)];
      return y;
    }

    // Rows one after the other, of a matrix of which the upper triangle is known.
    VectorXd ours(const MatrixXd & upper) const
    {
      VectorXd y(model.nv * model.nv);
      for (int i = 0; i < model.nv; ++i)
        for (int j = 0; j < model.nv; ++j)
        {
          const int r = exchanged(i), c = exchanged(j);
          y[i * model.nv + j] = upper(std::min(r, c), std::max(r, c));
        }
      return y;
    }
  };

  VectorXd rows(const MatrixXd & m)
  {
    VectorXd y(m.size());
    for (int i = 0; i < m.rows(); ++i)
      for (int j = 0; j < m.cols(); ++j)
        y[i * m.cols() + j] = m(i, j);
    return y;
  }

  struct Algorithm
  {
    std::function<Timing(int, double)> time;
    std::function<void(int)> call;
    std::function<VectorXd()> output; // after a call, in the layout of the files
  };

  // Everything that the algorithms of one model write into. Nothing is allocated while time runs.
  struct Bench
  {
    Problem problem;
    Data data;
    std::vector<RigidConstraintData> states;
    std::unique_ptr<ConstraintCholeskyDecomposition> constraint_cholesky; // not to be moved: it points into itself
    MatrixXd delassus, jacobian, solved, weighted;
    Data::Matrix6x frame;
    std::map<std::string, Algorithm> algorithms;
    std::vector<std::string> order;

    template<class Call>
    void add(const std::string & name, Call call, std::function<VectorXd()> output)
    {
      order.push_back(name);
      algorithms[name] = {
        [call](int samples, double budget) { return measure(call, samples, budget); }, call, std::move(output)};
    }

    void contact_jacobians()
    {
      for (std::size_t c = 0; c < problem.contacts.size(); ++c)
      {
        frame.setZero();
        getFrameJacobian(
          problem.model, data, problem.contacts[c].joint1_id, problem.contacts[c].joint1_placement,
          LOCAL_WORLD_ALIGNED, frame);
        jacobian.middleRows<3>(3 * Eigen::Index(c)) = frame.topRows<3>();
      }
    }

    // Pinocchio's propagation gives blocks in the axes of the bodies, and one of its two forms only the upper triangle.
    VectorXd in_world_axes(const MatrixXd & upper)
    {
      MatrixXd w = upper.selfadjointView<Eigen::Upper>();
      for (std::size_t c = 0; c < states.size(); ++c)
      {
        const Eigen::Matrix3d turn = states[c].oMc1.rotation();
        w.middleRows<3>(3 * Eigen::Index(c)) = (turn * w.middleRows<3>(3 * Eigen::Index(c))).eval();
        w.middleCols<3>(3 * Eigen::Index(c)) = (w.middleCols<3>(3 * Eigen::Index(c)) * turn.transpose()).eval();
      }
      return rows(w);
    }

    VectorXd kinematics(bool velocities)
    {
      const int each = velocities ? 18 : 12;
      VectorXd y(each * (problem.model.njoints - 1));
      for (JointIndex i = 1; i < JointIndex(problem.model.njoints); ++i)
      {
        auto out = y.segment(each * Eigen::Index(i - 1), each);
        out.head<3>() = data.oMi[i].translation();
        for (int r = 0; r < 3; ++r)
          out.segment<3>(3 + 3 * r) = data.oMi[i].rotation().row(r);
        if (velocities)
          out.tail<6>() << data.v[i].angular(), data.v[i].linear();
      }
      return y;
    }

    explicit Bench(const std::string & path)
    : problem(path)
    , data(problem.model)
    {
      const Model & model = problem.model;
      Problem & p = problem;
      const Eigen::Index size = 3 * Eigen::Index(p.contacts.size());
      for (const auto & contact : p.contacts)
        states.emplace_back(contact);
      delassus.setZero(size, size);
      jacobian.setZero(size, model.nv);
      solved.setZero(model.nv, size);
      weighted.setZero(model.nv, size);
      frame.setZero(6, model.nv);
      constraint_cholesky = std::make_unique<ConstraintCholeskyDecomposition>(model, data, p.contacts, states);
      initPvDelassus(model, data, p.contacts);

      add("empty", [](int k) { asm volatile("" : : "r"(k)); }, [] { return VectorXd(0); });
      add("rnea", [&](int k) { rnea(model, data, p.q[k], p.v[k], p.a[k]); }, [&] { return p.ours(data.tau); });
      add("bias", [&](int k) { nonLinearEffects(model, data, p.q[k], p.v[k]); }, [&] { return p.ours(data.nle); });
      add(
        "aba_local", [&](int k) { aba(model, data, p.q[k], p.v[k], p.f[k], Convention::LOCAL); },
        [&] { return p.ours(data.ddq); });
      add(
        "aba_world", [&](int k) { aba(model, data, p.q[k], p.v[k], p.f[k], Convention::WORLD); },
        [&] { return p.ours(data.ddq); });
      add(
        "crba_local", [&](int k) { crba(model, data, p.q[k], Convention::LOCAL); },
        [&] { return p.ours(MatrixXd(data.M)); });
      add(
        "crba_world", [&](int k) { crba(model, data, p.q[k], Convention::WORLD); },
        [&] { return p.ours(MatrixXd(data.M)); });
      for (const Convention convention : {Convention::LOCAL, Convention::WORLD})
        add(
          convention == Convention::LOCAL ? "crba_local+cholesky" : "crba_world+cholesky",
          [&, convention](int k) {
            crba(model, data, p.q[k], convention);
            cholesky::decompose(model, data);
          },
          [&] {
            VectorXd x = p.f[0];
            cholesky::solve(model, data, x);
            return p.ours(x);
          });
      add("minverse", [&](int k) { computeMinverse(model, data, p.q[k]); }, [&] { return p.ours(MatrixXd(data.Minv)); });
      add(
        "forward_kinematics", [&](int k) { forwardKinematics(model, data, p.q[k]); }, [&] { return kinematics(false); });
      add(
        "forward_velocities", [&](int k) { forwardKinematics(model, data, p.q[k], p.v[k]); },
        [&] { return kinematics(true); });
      add("jacobians", [&](int k) { computeJointJacobians(model, data, p.q[k]); }, [&] {
        MatrixXd j(6, model.nv);
        for (int i = 0; i < model.nv; ++i)
          j.col(i) << data.J.col(p.exchanged(i)).tail<3>(), data.J.col(p.exchanged(i)).head<3>();
        return rows(j);
      });
      add(
        "contact_jacobians",
        [&](int k) {
          computeJointJacobians(model, data, p.q[k]);
          contact_jacobians();
        },
        [&] {
          MatrixXd j(jacobian.rows(), model.nv);
          for (int i = 0; i < model.nv; ++i)
            j.col(i) = jacobian.col(p.exchanged(i));
          return rows(j);
        });
      add(
        "delassus_pv", [&](int k) { computePvDelassusMatrix(model, data, p.q[k], p.contacts, states, delassus, 0.0); },
        [&] { return in_world_axes(delassus); });
      add(
        "delassus_efpa", [&](int k) { computeDelassusMatrix(model, data, p.q[k], p.contacts, states, delassus, 0.0); },
        [&] { return in_world_axes(delassus); });
      add(
        "delassus_classic",
        [&](int k) {
          crba(model, data, p.q[k], Convention::WORLD); // also fills the Jacobians of the joints
          cholesky::decompose(model, data);
          contact_jacobians();
          solved = jacobian.transpose();
          cholesky::Uiv(model, data, solved);
          weighted.noalias() = data.Dinv.asDiagonal() * solved;
          delassus.noalias() = solved.transpose() * weighted;
        },
        [&] { return rows(delassus); });
      add("constraint_cholesky", [&](int k) { factor(k); }, [] { return VectorXd(0); });
      add(
        "constraint_cholesky+matrix",
        [&](int k) {
          factor(k);
          constraint_cholesky->getInverseOperationalSpaceInertiaMatrix(delassus);
        },
        [&] { return rows(delassus - damping * MatrixXd::Identity(delassus.rows(), delassus.cols())); });
    }

    void factor(int k)
    {
      crba(problem.model, data, problem.q[k], Convention::WORLD);
      for (std::size_t c = 0; c < states.size(); ++c)
        problem.contacts[c].calc(problem.model, data, states[c]);
      constraint_cholesky->compute(problem.model, data, problem.contacts, states, damping);
    }
  };

  std::string answer(Bench & bench, const std::string & name, double budget)
  {
    const auto found = bench.algorithms.find(name);
    if (found == bench.algorithms.end())
      return "{\"error\":\"unknown algorithm\"}";
    Algorithm & algorithm = found->second;
    algorithm.call(0);
    const VectorXd x = algorithm.output();
    double wave = 0;
    for (int k = 0; k < x.size(); ++k)
      wave += std::cos(double(k)) * x[k];
    const Timing t = algorithm.time(int(bench.problem.q.size()), budget);
    char line[512];
    std::snprintf(
      line, sizeof line,
      "{\"program\":\"pinocchio\",\"version\":\"%s\",\"flags\":\"%s\",\"model\":\"%s\",\"algorithm\":\"%s\",\"microseconds\":%.6g,"
      "\"least\":%.6g,\"batches\":%d,\"calls\":%d,\"checksum\":{\"length\":%d,\"wave\":%.17g,\"squares\":%.17g}}",
      PINOCCHIO_VERSION, FLAGS, bench.problem.name.c_str(), name.c_str(), t.median, t.least, t.batches, t.calls, int(x.size()),
      wave, x.squaredNorm());
    return line;
  }
} // namespace

int main(int argc, char ** argv)
try
{
  std::vector<std::unique_ptr<Bench>> benches;
  for (int k = 1; k < argc; ++k)
    benches.push_back(std::make_unique<Bench>(argv[k]));
  std::string line;
  while (std::getline(std::cin, line))
  {
    std::istringstream in(line);
    std::string model, algorithm;
    double budget = 0.1;
    in >> model >> algorithm >> budget;
    if (model == "quit")
      break;
    if (model == "list")
    {
      std::string out = "{\"models\":[";
      for (std::size_t k = 0; k < benches.size(); ++k)
        out += (k ? ",\"" : "\"") + benches[k]->problem.name + "\"";
      out += "],\"algorithms\":[";
      for (std::size_t k = 0; !benches.empty() && k < benches[0]->order.size(); ++k)
        out += (k ? ",\"" : "\"") + benches[0]->order[k] + "\"";
      std::cout << out << "]}" << std::endl;
      continue;
    }
    const auto found = std::find_if(
      benches.begin(), benches.end(), [&](const auto & bench) { return bench->problem.name == model; });
    std::cout << (found == benches.end() ? "{\"error\":\"unknown model\"}" : answer(**found, algorithm, budget))
              << std::endl;
  }
}
catch (const std::exception & error)
{
  std::cerr << error.what() << std::endl;
  return 1;
}
