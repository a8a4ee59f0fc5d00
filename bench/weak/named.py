#!/usr/bin/env python3
"""Litmus tests with names and with what the literature says of them: store buffering, message passing, load buffering, IRIW, 2+2W, R, S, WRC,
ISA2, with all orders and fences, and the same through locks, semaphores, barriers and the rest of the library.

usage: named.py HEDDLE [NAME ...]

One line a test: the verdicts by sc, tso and c11 (T: the outcome cannot happen) and that of race, and what they should be; ? stands for what
has no meaning in C, or is not settled. The last line counts; a wrong verdict makes the status 1.
"""

import os
import re
import subprocess
import sys
import tempfile

HEAD = """#define _GNU_SOURCE 1
#include <stdatomic.h>
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#define ar memory_order_acq_rel
#define sc memory_order_seq_cst
#define con memory_order_consume
#define W(x,v,o) atomic_store_explicit(&x,v,o)
#define R(x,o) atomic_load_explicit(&x,o)
#define F(o) atomic_thread_fence(o)
#define ADD(x,v,o) atomic_fetch_add_explicit(&x,v,o)
#define XCHG(x,v,o) atomic_exchange_explicit(&x,v,o)
atomic_int x,y,z,w; int a=-1,b=-1,c=-1,d=-1; int data;"""

# name, globals, threads, outcome, truth by sc, tso, c11 and race, what main does first
TESTS = (
    ("SB-rlx", "", ("W(x,1,rlx);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-relacq", "", ("W(x,1,rel);a=R(y,acq);", "W(y,1,rel);b=R(x,acq);"), "a==0&&b==0", "TFFT", ""),
    ("SB-sc", "", ("W(x,1,sc);a=R(y,sc);", "W(y,1,sc);b=R(x,sc);"), "a==0&&b==0", "TTTT", ""),
    ("SB-scW", "", ("W(x,1,sc);a=R(y,rlx);", "W(y,1,sc);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-scR", "", ("W(x,1,rel);a=R(y,sc);", "W(y,1,rel);b=R(x,sc);"), "a==0&&b==0", "TFFT", ""),
    ("SB-fsc", "", ("W(x,1,rlx);F(sc);a=R(y,rlx);", "W(y,1,rlx);F(sc);b=R(x,rlx);"), "a==0&&b==0", "TTTT", ""),
    ("SB-far", "", ("W(x,1,rlx);F(ar);a=R(y,rlx);", "W(y,1,rlx);F(ar);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-sig", "", ("W(x,1,rlx);atomic_signal_fence(sc);a=R(y,rlx);", "W(y,1,rlx);atomic_signal_fence(sc);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-f1", "", ("W(x,1,rlx);F(sc);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-xchg", "", ("XCHG(x,1,ar);a=R(y,acq);", "XCHG(y,1,ar);b=R(x,acq);"), "a==0&&b==0", "TTFT", ""),
    ("SB-xchgsc", "", ("XCHG(x,1,sc);a=R(y,rlx);", "XCHG(y,1,sc);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-xchgz", "", ("W(x,1,rlx);XCHG(z,1,ar);a=R(y,rlx);", "W(y,1,rlx);XCHG(z,2,ar);b=R(x,rlx);"), "a==0&&b==0", "TTTT", ""),
    ("SB-xchgz-rlx", "", ("W(x,1,rlx);XCHG(z,1,rlx);a=R(y,rlx);", "W(y,1,rlx);XCHG(z,2,rlx);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-xchgzw", "", ("W(x,1,rlx);XCHG(z,1,sc);a=R(y,rlx);", "W(y,1,rlx);XCHG(w,2,sc);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-caspfail", "", ("int e=5;W(x,1,rlx);atomic_compare_exchange_strong_explicit(&z,&e,1,sc,rlx);a=R(y,rlx);", "int e=5;W(y,1,rlx);atomic_compare_exchange_strong_explicit(&w,&e,1,sc,rlx);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-syncsync", "", ("W(x,1,rlx);__sync_synchronize();a=R(y,rlx);", "W(y,1,rlx);__sync_synchronize();b=R(x,rlx);"), "a==0&&b==0", "TTTT", ""),
    ("SB-synclr", "int l1,l2;", ("W(x,1,rlx);__sync_lock_release(&l1);a=R(y,rlx);", "W(y,1,rlx);__sync_lock_release(&l2);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-flagclr", "atomic_flag f1,f2;", ("W(x,1,rlx);atomic_flag_clear_explicit(&f1,rel);a=R(y,rlx);", "W(y,1,rlx);atomic_flag_clear_explicit(&f2,rel);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-flagclrsc", "atomic_flag f1,f2;", ("W(x,1,rlx);atomic_flag_clear(&f1);a=R(y,rlx);", "W(y,1,rlx);atomic_flag_clear(&f2);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-flagtas", "atomic_flag f1,f2;", ("W(x,1,rlx);atomic_flag_test_and_set_explicit(&f1,rlx);a=R(y,rlx);", "W(y,1,rlx);atomic_flag_test_and_set_explicit(&f2,rlx);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-mutex2", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,n=PTHREAD_MUTEX_INITIALIZER;", ("W(x,1,rlx);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);a=R(y,rlx);", "W(y,1,rlx);pthread_mutex_lock(&n);pthread_mutex_unlock(&n);b=R(x,rlx);"), "a==0&&b==0", "TTFT", ""),
    ("SB-mutex1", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;", ("W(x,1,rlx);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);a=R(y,rlx);", "W(y,1,rlx);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);b=R(x,rlx);"), "a==0&&b==0", "TTTT", ""),
    ("SB-sempost", "sem_t s,u;", ("W(x,1,rlx);sem_post(&s);a=R(y,rlx);", "W(y,1,rlx);sem_post(&u);b=R(x,rlx);"), "a==0&&b==0", "TTFT", "sem_init(&s,0,0);sem_init(&u,0,0);"),
    ("SB-semtryfail", "sem_t s,u;", ("W(x,1,rlx);sem_trywait(&s);a=R(y,rlx);", "W(y,1,rlx);sem_trywait(&u);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "sem_init(&s,0,0);sem_init(&u,0,0);"),
    ("SB-semtryfail1", "sem_t s;", ("W(x,1,rlx);sem_trywait(&s);a=R(y,rlx);", "W(y,1,rlx);sem_trywait(&s);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "sem_init(&s,0,0);"),
    ("SB-semget", "sem_t s;", ("int v;W(x,1,rlx);sem_getvalue(&s,&v);a=R(y,rlx);", "int v;W(y,1,rlx);sem_getvalue(&s,&v);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "sem_init(&s,0,0);"),
    ("SB-once", "pthread_once_t o=PTHREAD_ONCE_INIT;void f(void){}", ("W(x,1,rlx);pthread_once(&o,f);a=R(y,rlx);", "W(y,1,rlx);pthread_once(&o,f);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "pthread_once(&o,f);"),
    ("SB-once2", "pthread_once_t o=PTHREAD_ONCE_INIT;void f(void){}", ("W(x,1,rlx);pthread_once(&o,f);a=R(y,rlx);", "W(y,1,rlx);pthread_once(&o,f);b=R(x,rlx);"), "a==0&&b==0", "TTTT", ""),
    ("SB-once3", "pthread_once_t o=PTHREAD_ONCE_INIT;void f(void){}", ("W(x,1,rlx);pthread_once(&o,f);a=R(y,rlx);", "W(y,1,rlx);pthread_once(&o,f);b=R(x,rlx);", "pthread_once(&o,f);"), "a==0&&b==0", "TFFT", ""),
    ("SB-tryrd", "pthread_rwlock_t k=PTHREAD_RWLOCK_INITIALIZER;", ("W(x,1,rlx);if(!pthread_rwlock_tryrdlock(&k))pthread_rwlock_unlock(&k);a=R(y,rlx);", "W(y,1,rlx);if(!pthread_rwlock_tryrdlock(&k))pthread_rwlock_unlock(&k);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "pthread_rwlock_wrlock(&k);"),
    ("SB-trywr", "pthread_rwlock_t k=PTHREAD_RWLOCK_INITIALIZER;", ("W(x,1,rlx);pthread_rwlock_trywrlock(&k);a=R(y,rlx);", "W(y,1,rlx);pthread_rwlock_trywrlock(&k);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "pthread_rwlock_wrlock(&k);"),
    ("SB-rdlock", "pthread_rwlock_t k=PTHREAD_RWLOCK_INITIALIZER;", ("W(x,1,rlx);pthread_rwlock_rdlock(&k);pthread_rwlock_unlock(&k);a=R(y,rlx);", "W(y,1,rlx);pthread_rwlock_rdlock(&k);pthread_rwlock_unlock(&k);b=R(x,rlx);"), "a==0&&b==0", "TTTT", ""),
    ("SB-signal", "pthread_cond_t k=PTHREAD_COND_INITIALIZER;", ("W(x,1,rlx);pthread_cond_signal(&k);a=R(y,rlx);", "W(y,1,rlx);pthread_cond_signal(&k);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-bcast", "pthread_cond_t k=PTHREAD_COND_INITIALIZER;", ("W(x,1,rlx);pthread_cond_broadcast(&k);a=R(y,rlx);", "W(y,1,rlx);pthread_cond_broadcast(&k);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-mtry", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;", ("W(x,1,rlx);pthread_mutex_trylock(&m);a=R(y,rlx);", "W(y,1,rlx);pthread_mutex_trylock(&m);b=R(x,rlx);"), "a==0&&b==0", "TTFT", "pthread_mutex_lock(&m);"),
    ("SB-spin", "pthread_spinlock_t m,n;", ("W(x,1,rlx);pthread_spin_lock(&m);a=R(y,rlx);", "W(y,1,rlx);pthread_spin_lock(&n);b=R(x,rlx);"), "a==0&&b==0", "TTFT", "pthread_spin_init(&m,0);pthread_spin_init(&n,0);"),
    ("SB-spinun", "pthread_spinlock_t m,n;", ("pthread_spin_lock(&m);W(x,1,rlx);pthread_spin_unlock(&m);a=R(y,rlx);", "pthread_spin_lock(&n);W(y,1,rlx);pthread_spin_unlock(&n);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "pthread_spin_init(&m,0);pthread_spin_init(&n,0);"),
    ("SB-recunlock", "pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,n=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", ("pthread_mutex_lock(&m);W(x,1,rlx);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);a=R(y,rlx);", "pthread_mutex_lock(&n);W(y,1,rlx);pthread_mutex_lock(&n);pthread_mutex_unlock(&n);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SB-barrier", "pthread_barrier_t k;", ("W(x,1,rlx);pthread_barrier_wait(&k);a=R(y,rlx);", "W(y,1,rlx);pthread_barrier_wait(&k);b=R(x,rlx);"), "a==0&&b==0", "TTTT", "pthread_barrier_init(&k,0,2);"),
    ("SB-volatile", "volatile int v1,v2;", ("v1=1;a=v2;", "v2=1;b=v1;"), "a==0&&b==0", "TFTF", ""),
    ("SB-vmore", "volatile int v1,v2;atomic_int v;", ("ADD(v,1,rlx);v1=1;a=v2;", "ADD(v,1,rlx);v2=1;b=v1;"), "a==0&&b==0", "TF?F", ""),
    ("SB-struct", "struct S{long a,b;};_Atomic struct S s;", ("W(x,1,rlx);struct S k=atomic_load(&s);a=R(y,rlx);", "W(y,1,rlx);struct S k=atomic_load(&s);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("MP-rlx", "", ("W(x,1,rlx);W(y,1,rlx);", "a=R(y,rlx);b=R(x,rlx);"), "a==1&&b==0", "TTFT", ""),
    ("MP-ra", "", ("W(x,1,rlx);W(y,1,rel);", "a=R(y,acq);b=R(x,rlx);"), "a==1&&b==0", "TTTT", ""),
    ("MP-rcon", "", ("W(x,1,rlx);W(y,1,rel);", "a=R(y,con);b=R(x,rlx);"), "a==1&&b==0", "TTTT", ""),
    ("MP-rel", "", ("W(x,1,rlx);W(y,1,rel);", "a=R(y,rlx);b=R(x,rlx);"), "a==1&&b==0", "TTFT", ""),
    ("MP-f", "", ("W(x,1,rlx);F(rel);W(y,1,rlx);", "a=R(y,rlx);F(acq);b=R(x,rlx);"), "a==1&&b==0", "TTTT", ""),
    ("MP-plain", "", ("data=1;W(y,1,rel);", "if(R(y,acq))b=data;"), "b==0", "TTTT", ""),
    ("MP-plainrlx", "", ("data=1;W(y,1,rlx);", "if(R(y,acq))b=data;"), "b==0", "TT?F", ""),
    ("MP-relseq", "", ("W(x,1,rlx);W(y,1,rel);W(y,2,rlx);", "a=R(y,acq);b=R(x,rlx);"), "a==2&&b==0", "TTTT", ""),
    ("MP-relseqrmw", "", ("W(x,1,rlx);W(y,1,rel);", "if(R(y,rlx)==1)ADD(y,1,rlx);", "a=R(y,acq);b=R(x,rlx);"), "a==2&&b==0", "TTTT", ""),
    ("MP-relseqother", "", ("W(x,1,rlx);W(y,1,rel);", "if(R(y,rlx)==1)W(y,2,rlx);", "a=R(y,acq);b=R(x,rlx);"), "a==2&&b==0", "TTFT", ""),
    ("MP-addr", "atomic_int A[2];", ("W(A[1],1,rlx);W(y,1,rel);", "a=R(y,rlx);b=R(A[a],rlx);"), "a==1&&b==0", "TTFT", ""),
    ("LB-rlx", "", ("a=R(x,rlx);W(y,1,rlx);", "b=R(y,rlx);W(x,1,rlx);"), "a==1&&b==1", "TTTT", ""),
    ("2+2W-rlx", "", ("W(x,1,rlx);W(y,2,rlx);", "W(y,1,rlx);W(x,2,rlx);"), "x==1&&y==1", "TTFT", ""),
    ("2+2W-rel", "", ("W(x,1,rel);W(y,2,rel);", "W(y,1,rel);W(x,2,rel);"), "x==1&&y==1", "TTFT", ""),
    ("2+2W-f", "", ("W(x,1,rlx);F(sc);W(y,2,rlx);", "W(y,1,rlx);F(sc);W(x,2,rlx);"), "x==1&&y==1", "TTTT", ""),
    ("R-rlx", "", ("W(x,1,rlx);W(y,1,rlx);", "W(y,2,rlx);a=R(x,rlx);"), "y==2&&a==0", "TFFT", ""),
    ("R-f", "", ("W(x,1,rlx);F(sc);W(y,1,rlx);", "W(y,2,rlx);F(sc);a=R(x,rlx);"), "y==2&&a==0", "TTTT", ""),
    ("R-sc", "", ("W(x,1,rlx);W(y,1,sc);", "W(y,2,sc);a=R(x,sc);"), "y==2&&a==0", "TTFT", ""),
    ("S-ra", "", ("W(x,2,rlx);W(y,1,rel);", "a=R(y,acq);W(x,1,rlx);"), "a==1&&x==2", "TTTT", ""),
    ("S-rlx", "", ("W(x,2,rlx);W(y,1,rlx);", "a=R(y,rlx);W(x,1,rlx);"), "a==1&&x==2", "TTFT", ""),
    ("IRIW-acq", "", ("W(x,1,rel);", "W(y,1,rel);", "a=R(x,acq);b=R(y,acq);", "c=R(y,acq);d=R(x,acq);"), "a==1&&b==0&&c==1&&d==0", "TTFT", ""),
    ("IRIW-f", "", ("W(x,1,rel);", "W(y,1,rel);", "a=R(x,rlx);F(sc);b=R(y,rlx);", "c=R(y,rlx);F(sc);d=R(x,rlx);"), "a==1&&b==0&&c==1&&d==0", "TTTT", ""),
    ("IRIW-sc", "", ("W(x,1,sc);", "W(y,1,sc);", "a=R(x,sc);b=R(y,sc);", "c=R(y,sc);d=R(x,sc);"), "a==1&&b==0&&c==1&&d==0", "TTTT", ""),
    ("IRIW-scacq", "", ("W(x,1,sc);", "W(y,1,sc);", "a=R(x,acq);b=R(y,sc);", "c=R(y,acq);d=R(x,sc);"), "a==1&&b==0&&c==1&&d==0", "TTFT", ""),
    ("WRC-ra", "", ("W(x,1,rlx);", "a=R(x,rlx);W(y,1,rel);", "b=R(y,acq);c=R(x,rlx);"), "a==1&&b==1&&c==0", "TTTT", ""),
    ("WRC-rlx", "", ("W(x,1,rlx);", "a=R(x,rlx);W(y,1,rlx);", "b=R(y,acq);c=R(x,rlx);"), "a==1&&b==1&&c==0", "TTFT", ""),
    ("ISA2-ra", "", ("W(x,1,rlx);W(y,1,rel);", "a=R(y,acq);W(z,1,rel);", "b=R(z,acq);c=R(x,rlx);"), "a==1&&b==1&&c==0", "TTTT", ""),
    ("ISA2-rlx", "", ("W(x,1,rlx);W(y,1,rel);", "a=R(y,rlx);W(z,1,rel);", "b=R(z,acq);c=R(x,rlx);"), "a==1&&b==1&&c==0", "TTFT", ""),
    ("SBsem", "sem_t s;", ("W(x,1,rlx);sem_post(&s);", "sem_wait(&s);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "sem_init(&s,0,0);"),
    ("SBmut", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int f;", ("W(x,1,rlx);pthread_mutex_lock(&m);f=1;pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);int k=f;pthread_mutex_unlock(&m);if(k)a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SBcreate", "pthread_t q;void*h(void*v){(void)v;a=R(y,rlx);return 0;}", ("W(x,1,rlx);pthread_create(&q,0,h,0);pthread_join(q,0);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SBjoin", "pthread_t q;void*h(void*v){(void)v;W(x,1,rlx);return 0;}", ("pthread_create(&q,0,h,0);pthread_join(q,0);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SBbarr", "pthread_barrier_t k;", ("W(x,1,rlx);pthread_barrier_wait(&k);", "pthread_barrier_wait(&k);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", "pthread_barrier_init(&k,0,2);"),
    ("SBonce", "pthread_once_t k;void f(void){W(x,1,rlx);}", ("pthread_once(&k,f);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("SBcond", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t v=PTHREAD_COND_INITIALIZER;int f;", ("W(x,1,rlx);pthread_mutex_lock(&m);f=1;pthread_cond_signal(&v);pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);while(!f)pthread_cond_wait(&v,&m);pthread_mutex_unlock(&m);a=R(y,rlx);", "W(y,1,rlx);b=R(x,rlx);"), "a==0&&b==0", "TFFT", ""),
    ("boehm-try", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;", ("W(x,1,rlx);pthread_mutex_lock(&m);", "if(pthread_mutex_trylock(&m))a=R(x,rlx);"), "a==0", "TTFT", ""),
    ("boehm-tryp", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;atomic_int v;", ("data=1;pthread_mutex_lock(&m);ADD(v,1,rlx);", "ADD(v,1,rlx);if(pthread_mutex_trylock(&m))a=data;"), "a==0", "TT?F", ""),
    ("semget-mp", "sem_t s;", ("W(x,1,rlx);sem_post(&s);", "int v;sem_getvalue(&s,&v);if(v)a=R(x,rlx);"), "a==0", "TTFT", "sem_init(&s,0,0);"),
    ("semSB", "sem_t s,u;atomic_int v;", ("ADD(v,1,rlx);sem_post(&s);a=sem_trywait(&u)==0;", "ADD(v,1,rlx);sem_post(&u);b=sem_trywait(&s)==0;"), "a==0&&b==0", "TTFT", "sem_init(&s,0,0);sem_init(&u,0,0);"),
    ("CoRR", "", ("W(x,1,rlx);", "a=R(x,rlx);b=R(x,rlx);"), "a==1&&b==0", "TTTT", ""),
    ("incs", "", ("ADD(x,1,rlx);", "ADD(x,1,rlx);"), "x!=2", "TTTT", ""),
    ("SB-vlock", "pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;", ("pthread_mutex_lock(&m);W(x,1,rlx);a=R(y,rlx);pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);W(y,1,rlx);b=R(x,rlx);pthread_mutex_unlock(&m);"), "a==0&&b==0", "TTTT", ""),
)


def source(test):
    _, shared, threads, outcome, _, before = test
    text = HEAD + shared + "\n"
    for k, body in enumerate(threads):
        text += "static void *thread%d(void *unused)\n{\n%s\nreturn unused;\n}\n" % (k, body.replace(";", ";\n"))
    text += "int main(void)\n{\npthread_t t[%d];\n%s\n" % (len(threads), before)
    text += "".join("pthread_create(&t[%d], 0, thread%d, 0);\n" % (k, k) for k in range(len(threads)))
    text += "".join("pthread_join(t[%d], 0);\n" % k for k in range(len(threads)))
    return text + "assert(!(%s));\nreturn 0;\n}\n" % outcome


def verdict(heddle, path, options):
    done = subprocess.run([heddle, "verify", "-q", "--timeout", "10", *options, path], capture_output=True, text=True)
    found = re.search(r"VERDICT: (.)", done.stdout)
    return found.group(1) if found else "!"


def main():
    heddle, names = sys.argv[1], sys.argv[2:]
    right = wrong = unknown = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in TESTS:
            if names and test[0] not in names:
                continue
            path = os.path.join(folder, "test.c")
            with open(path, "w") as f:
                f.write(source(test))
            questions = [["--memory-model=" + m] for m in ("sc", "tso", "c11")] + [["--property=race"]]
            got = "".join(verdict(heddle, path, q) for q in questions)
            bad = sum(g not in ("U", t) and t != "?" for g, t in zip(got, test[4]))
            wrong += bad
            unknown += got.count("U")
            right += len(got) - bad - got.count("U")
            print("%-16s %s, should be %s%s" % (test[0], got, test[4], "  WRONG" if bad else ""), flush=True)
    print("%d right, %d wrong, %d unknown" % (right, wrong, unknown))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
